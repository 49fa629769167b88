#!/bin/sh
# An MCP client by hand: three lines of JSON-RPC in, two out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
standin mcp --answers "$here/answers.yaml" <<'LINES'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"by-hand","version":"0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask_user_question","arguments":{"questions":[{"question":"Which store?","options":[{"label":"Postgres"},{"label":"SQLite"}]}]}}}
LINES
