#!/bin/sh
# opencode with nobody at the keyboard: it asks with the tool of standin mcp.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
OPENCODE_CONFIG_CONTENT="{\"mcp\":{\"standin\":{\"type\":\"local\",
	\"command\":[\"standin\",\"mcp\",\"--answers\",\"$here/answers.yaml\"],\"timeout\":3600000}}}" \
	opencode run "${1:-Ask me with standin_ask_user_question which store to use, Postgres or SQLite, and say what I chose.}" </dev/null
