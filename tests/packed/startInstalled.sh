#!/usr/bin/env bash
# Starts an installed app, waits until its library is open, and ends it. Usage: startInstalled.sh PROGRAM [ARGUMENT …]
# Fails if the app ends by itself or opens no library within START_SECONDS. With xdotool, it also waits for the window.
set -euo pipefail

folder=$(mktemp -d)
"$@" "--data-dir=$folder" &
app=$!
trap 'kill -9 "$app" 2>/dev/null || true; rm -rf "$folder" || true' EXIT

for ((second = 0; second < ${START_SECONDS:-120}; second++)); do
  if ! kill -0 "$app" 2>/dev/null; then
    echo "The app ended by itself." >&2
    exit 1
  fi
  if [ -s "$folder/library.db" ]; then
    if [ -n "${DISPLAY:-}" ] && command -v xdotool >/dev/null; then
      timeout 60 xdotool search --sync --onlyvisible --name Linkwright >/dev/null
    fi
    kill "$app"
    wait "$app" || true
    echo "Started: $1"
    exit 0
  fi
  sleep 1
done
echo "The app opened no library." >&2
exit 1
