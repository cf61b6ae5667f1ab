import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './connection.ts';

/** The type of a column with an id or key: both engines compare it byte by byte, whatever the database's locale. */
export function keyText(engine: Engine): RawBuilder<unknown> {
  return engine === 'postgres' ? sql`text collate "C"` : sql`text`;
}
