#!/bin/sh
# restore-to.sh ARCHIVE TIME DATA: fills the empty folder DATA with the newest base backup before TIME (2026-01-31 12:00:00+00). A server
# started on it replays the log up to that moment, and takes writes from then on. Run it as the user of the server.
set -eu
archive=$1 time=$2 data=$3
if [ -n "$(ls -A "$data" 2>/dev/null)" ]; then
  echo "$data is not empty: move it away first." >&2
  exit 1
fi
wanted=$(date -u -d "$time" +%Y-%m-%dT%H-%M-%SZ)
base=$(ls -1d "$archive"/base/*Z | awk -F/ -v wanted="$wanted" '$NF <= wanted' | tail -n 1)
if [ -z "$base" ]; then
  echo "There is no base backup before $time." >&2
  exit 1
fi
mkdir -p "$data"
chmod 700 "$data"
cp -a "$base/." "$data/"
{
  echo "restore_command = 'cp \"$archive/wal/%f\" \"%p\"'"
  echo "recovery_target_time = '$time'"
  echo "recovery_target_action = promote"
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "$data has the files of $base; start the server on it."
