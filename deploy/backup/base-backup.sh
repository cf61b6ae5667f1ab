#!/bin/sh
# base-backup.sh ARCHIVE KEEP: a copy of the running server's files, by PGHOST, PGUSER and PGPASSWORD. Keeps the newest KEEP copies
# and the log that they need.
set -eu
base="$1/base/$(date -u +%Y-%m-%dT%H-%M-%SZ)"
mkdir -p "$1/base" "$1/wal"
pg_basebackup --pgdata="$base.part" --format=plain --wal-method=stream --checkpoint=fast
mv "$base.part" "$base"
ls -1d "$1"/base/*Z | head -n "-$2" | while read -r old; do rm -rf "$old"; done
oldest=$(ls -1d "$1"/base/*Z | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup "$1/wal" "$first"
echo "$base"
