#!/bin/sh
# Claude Code with nobody at the keyboard: standin is its permission prompt. It
# answers questions from answers.yaml, allows the one command that permit.yaml
# names, and denies every other tool.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
claude -p "${1:-Ask me with AskUserQuestion which store to use, Postgres or SQLite, then run: touch chosen.txt}" \
	--mcp-config "{\"mcpServers\":{\"standin\":{\"command\":\"standin\",
		\"args\":[\"mcp\",\"--permit\",\"--answers\",\"$here/answers.yaml\",\"--answers\",\"$here/permit.yaml\"]}}}" \
	--permission-prompt-tool mcp__standin__permit </dev/null
