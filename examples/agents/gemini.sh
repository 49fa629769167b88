#!/bin/sh
# Gemini CLI with nobody at the keyboard: it asks with the tool of standin mcp, in
# a project folder of its own, which it is told to trust.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
mkdir "$project/.gemini"
cat >"$project/.gemini/settings.json" <<JSON
{"mcpServers":{"standin":{"command":"standin","args":["mcp","--answers","$here/answers.yaml"],
	"trust":true,"timeout":3600000}}}
JSON
cd "$project"
GEMINI_CLI_TRUST_WORKSPACE=true \
	gemini -p "${1:-Ask me with ask_user_question which store to use, Postgres or SQLite, and say what I chose.}" </dev/null
