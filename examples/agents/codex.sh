#!/bin/sh
# Codex with nobody at the keyboard: it asks with the tool of standin mcp, which
# runs without approval because it changes nothing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
codex exec --skip-git-repo-check \
	-c 'mcp_servers.standin.command="standin"' \
	-c "mcp_servers.standin.args=[\"mcp\",\"--answers\",\"$here/answers.yaml\"]" \
	-c 'mcp_servers.standin.tool_timeout_sec=3600' \
	"${1:-Ask me with ask_user_question which store to use, Postgres or SQLite, and say what I chose.}" </dev/null
