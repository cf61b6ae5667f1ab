import type { Logger } from 'pino';
import type { Trouble } from '#platform/log/trouble-log.ts';
import type { UpstreamConfig } from './config.ts';
import type { Db, Engine } from './db/connection.ts';
import type { EventBus } from './events.ts';
import type { HashCost } from './features/auth/passwords.ts';
import type { FairQueue } from './limits/fair-queue.ts';
import type { Limits } from './limits/limits.ts';
import type { Quotas } from './limits/quotas.ts';
import type { Mail } from './mail/mail.ts';
import type { PictureWork } from './pictures/picture-work.ts';
import type { Push } from './push/push.ts';
import type { Count } from './watch/count.ts';

/** Passed to every feature. */
export interface Deps {
  config: UpstreamConfig;
  db: Db;
  engine: Engine;
  /** Whether the database takes writes; rejects when it does not answer. */
  canWrite: () => Promise<boolean>;
  /** A shutdown has begun. */
  isLeaving: () => boolean;
  log: Logger;
  trouble: Trouble;
  events: EventBus;
  /** For the metrics. */
  count: Count;
  /** How much an account may store; tests lower it. */
  quotas: Quotas;
  /** The deployment's secret: derive a key for each use of it (platform/config/secret.ts). */
  secret: string;
  /** The budgets that calls take from. */
  limits: Limits;
  /** Sends mails, where the deployment can. */
  mail: Mail;
  /** The keys for push messages, and the way to the push services. */
  push: Push;
  /** Encodes uploaded pictures. */
  pictures: PictureWork;
  /** The queue for password hashes. */
  passwordWork: FairQueue;
  /** Of new password hashes; tests lower it. */
  passwordCost: HashCost;
  /** The current time in milliseconds; tests replace it. */
  now: () => number;
}
