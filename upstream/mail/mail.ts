import type { SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import { outboxFolder } from '#config/data-folder.ts';
import { mailModeOf } from '#config/mail-mode.ts';
import { deriveKey } from '#config/secret.ts';
import type { Trouble } from '#runtime/log/trouble-log.ts';
import type { UpstreamConfig } from '#upstream/config.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { QueueTimes } from '#upstream/queue/queue-worker.ts';
import { createFileDelivery } from './file-delivery.ts';
import type { Letter } from './letter.ts';
import { insertMail } from './mail-store.ts';
import { startMailWorker } from './mail-worker.ts';
import type { SealedMail, Sender } from './message.ts';
import { seal, unseal } from './seal.ts';
import { createSmtpDelivery, type SmtpTimes } from './smtp-delivery.ts';

/** The mails of this deployment. */
export interface Mail {
  /** `files`: for a developer, who reads them in the outbox; `none`: nothing is sent, and what needs mail is absent. */
  readonly mode: 'smtp' | 'files' | 'none';
  /**
   * Writes a mail into the outbox, in the transaction of what causes it: both are committed, or neither. It is sent
   * after the commit, by this instance or another. Without mail it does nothing.
   */
  queue(trx: Trx, mail: NewMail): Promise<void>;
  /** A link into the client. The token is in the fragment, which no server's log sees. */
  link(path: string, token: string): string;
  /** The address that people know, without a slash at its end. */
  readonly site: string;
  /** Where developers find the files. */
  readonly folder: string;
  close(): Promise<void>;
}

export interface NewMail {
  /** The account that the mail is about. Null while that account is being deleted. */
  userId: string | null;
  to: string;
  /** For the log, the metrics and the names of files: `verify`, `password-reset`. */
  kind: string;
  letter: Letter;
  /** The notification that it tells of: it is dropped where that is no longer due when its turn comes. */
  noticeId?: string;
}

export interface MailDeps {
  config: UpstreamConfig;
  db: Db;
  engine: Engine;
  log: Logger;
  trouble: Trouble;
  secret: string;
  now: () => number;
  /** Whether a notification is still to be told by mail; asked before each attempt. */
  isDue?: (noticeId: string) => Promise<boolean>;
}

/** Shorter times and another certificate authority, for tests. */
export interface MailOptions {
  times?: QueueTimes;
  smtpTimes?: SmtpTimes;
  tls?: SecureContextOptions;
  /** How often mails about notifications are looked for. */
  noticesMs?: number;
}

export function openMail(deps: MailDeps, { times, smtpTimes, tls }: MailOptions = {}): Mail {
  const { config, secret, log, ...rest } = deps;
  const { kind: mode } = mailModeOf(config);
  const site = config.publicUrl ?? 'http://localhost:3000';
  const folder = outboxFolder(config.databaseUrl);
  const common = { mode, folder, site, link: (path: string, token: string) => `${site}${path}#${token}` };
  if (mode === 'none') return { ...common, queue: async () => undefined, close: async () => undefined };
  const key = deriveKey(secret, 'mail');
  const sender: Sender = { site, from: config.mailFrom ?? `DotCode <no-reply@${new URL(site).hostname}>` };
  const delivery =
    config.mailUrl instanceof URL
      ? createSmtpDelivery(config.mailUrl, smtpTimes, tls)
      : createFileDelivery(folder, log);
  const open = (sealed: string) => unseal(key, sealed) as SealedMail | undefined;
  const worker = startMailWorker({ ...rest, log, delivery, sender, open, ...(times && { times }) });
  return {
    ...common,
    async queue(trx, { to, letter, userId, kind, noticeId }) {
      const sealed = seal(key, { to, letter } satisfies SealedMail);
      await insertMail(trx, { userId, kind, noticeId, sealed, now: deps.now() });
      // The transaction commits within moments; should it take longer, the next poll finds the mail.
      setTimeout(() => worker.wake(), wakeMs).unref();
    },
    close: () => worker.stop(),
  };
}

const wakeMs = 50;
