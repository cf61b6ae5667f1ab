import type { Logger } from 'pino';
import type { UpstreamConfig } from './config.ts';
import type { Db, Engine } from './db/connect.ts';
import type { EventBus } from './events.ts';

/** What every feature is given. */
export interface Deps {
  config: UpstreamConfig;
  db: Db;
  engine: Engine;
  log: Logger;
  events: EventBus;
  /** The deployment's secret: derive a key for each use of it (config/secret.ts). */
  secret: string;
  /** The clock, in milliseconds; tests may set it. */
  now: () => number;
}
