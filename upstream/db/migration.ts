import type { Transaction } from 'kysely';
import type { Engine } from './connection.ts';
import type { Database } from './schema.ts';

export interface Migration {
  /** Stored in the database: never rename a migration that has shipped. */
  name: string;
  up(trx: Transaction<Database>, engine: Engine): Promise<void>;
}
