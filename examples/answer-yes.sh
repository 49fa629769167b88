#!/bin/sh
# A command for --exec: reads the request, answers deploy-now with Yes.
cat > /dev/null
printf '%s\n' '{"answers":[{"id":"deploy-now","selected":["Yes"]}]}'
