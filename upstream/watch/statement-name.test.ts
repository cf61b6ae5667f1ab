import { expect, it } from 'vitest';
import { createStatementName } from './statement-name.ts';

const nameOf = createStatementName();

it.each([
  ['select "id" from "users" where "id" in ($1, $2)', 'select users'],
  ['insert into "messages" ("id") values (?)', 'insert messages'],
  ['update "sessions" set "last_seen_at" = $1', 'update sessions'],
  ['delete from "requests" where "id" = $1', 'delete requests'],
  ['begin', 'begin'],
  ['pragma wal_checkpoint', 'other'],
])('calls %s %s', (sql, name) => expect(nameOf(sql)).toBe(name));
