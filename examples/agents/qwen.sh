#!/bin/sh
# Qwen Code with nobody at the keyboard: it asks with the tool of standin mcp. The
# settings are those of the machine, so that the project's stay as they are.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/settings.json" <<JSON
{"mcpServers":{"standin":{"command":"standin","args":["mcp","--answers","$here/answers.yaml"],
	"trust":true,"alwaysLoadTools":true,"timeout":3600000}}}
JSON
QWEN_CODE_SYSTEM_SETTINGS_PATH=$dir/settings.json \
	qwen -p "${1:-Ask me with ask_user_question which store to use, Postgres or SQLite, and say what I chose.}" </dev/null
