#!/bin/sh
# Claude Code with nobody at the keyboard: a hook answers its own question tool
# from answers.yaml. The tool is there only because a permission prompt is named.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
STANDIN_ANSWERS=$here/answers.yaml claude -p "${1:-Ask me with AskUserQuestion which store to use, Postgres or SQLite, and say what I chose.}" \
	--permission-prompt-tool stdio \
	--settings '{"hooks":{
		"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"standin hook claude-code","timeout":600}]}],
		"Elicitation":[{"hooks":[{"type":"command","command":"standin hook claude-code","timeout":600}]}]}}' </dev/null
