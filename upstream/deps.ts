import type { Logger } from 'pino';
import type { UpstreamConfig } from './config.ts';
import type { Db, Engine } from './db/connect.ts';
import type { EventBus } from './events.ts';

/** Passed to every feature. */
export interface Deps {
  config: UpstreamConfig;
  db: Db;
  engine: Engine;
  log: Logger;
  events: EventBus;
  /** The current time in milliseconds; tests replace it. */
  now: () => number;
}
