#!/bin/sh
# Codex with nobody at the keyboard: a hook answers its own question tool. The
# hook has to be in hooks.json of CODEX_HOME, or of a trusted project; this one
# writes it into a CODEX_HOME of its own, beside a copy of your settings.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cp "${CODEX_HOME:-$HOME/.codex}"/*.toml "${CODEX_HOME:-$HOME/.codex}"/auth.json "$home" 2>/dev/null || true
cat >"$home/hooks.json" <<JSON
{"hooks":{"PostToolUse":[{"matcher":"^request_user_input$","hooks":[
	{"type":"command","command":"standin hook codex --answers '$here/answers.yaml'","timeout":600}]}]}}
JSON
CODEX_HOME=$home codex exec --skip-git-repo-check \
	--enable default_mode_request_user_input --dangerously-bypass-hook-trust \
	"${1:-Ask me with request_user_input which store to use, Postgres or SQLite, and say what I chose.}" </dev/null
