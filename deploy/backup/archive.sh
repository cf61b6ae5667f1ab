#!/bin/sh
# PostgreSQL's archive_command: archive.sh ARCHIVE %p %f. Copies one piece of the log, complete or not at all.
set -eu
mkdir -p "$1/wal"
if [ -f "$1/wal/$3" ]; then
  # PostgreSQL asks again where it did not hear the answer; another content under the same name is a mistake.
  cmp -s "$2" "$1/wal/$3"
  exit
fi
cp "$2" "$1/wal/$3.part"
sync "$1/wal/$3.part"
mv "$1/wal/$3.part" "$1/wal/$3"
