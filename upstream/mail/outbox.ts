import { outboxFolder } from '#platform/config/data-folder.ts';
import { mailModeOf } from '#platform/config/mail-mode.ts';
import { deriveKey } from '#platform/config/secret.ts';
import type { UpstreamConfig } from '#upstream/config.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { Letter } from './letter.ts';
import { insertMail } from './mail-store.ts';
import type { SealedMail } from './message.ts';
import { seal } from './seal.ts';

/** Where mails are written for the upstreams to send. */
export interface Outbox {
  /** `files`: for a developer, who reads them in the outbox; `none`: nothing is sent, and what needs mail is absent. */
  readonly mode: 'smtp' | 'files' | 'none';
  /**
   * Writes a mail into the outbox, in the transaction of what causes it: both are committed, or neither. Without mail it
   * does nothing.
   */
  queue(trx: Trx, mail: NewMail): Promise<void>;
  /** A link into the client. The token is in the fragment, which no server's log sees. */
  link(path: string, token: string): string;
  /** The address that people know, without a slash at its end. */
  readonly site: string;
  /** Where developers find the files. */
  readonly folder: string;
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

interface OutboxDeps {
  config: UpstreamConfig;
  secret: string;
  now: () => number;
}

/** Enough for a program that runs beside the upstreams: it sends nothing itself. */
export function openOutbox({ config, secret, now }: OutboxDeps): Outbox {
  const { kind: mode } = mailModeOf(config);
  const site = config.publicUrl ?? 'http://localhost:3000';
  const folder = outboxFolder(config.databaseUrl);
  const key = deriveKey(secret, 'mail');
  return {
    mode,
    folder,
    site,
    link: (path, token) => `${site}${path}#${token}`,
    async queue(trx, { to, letter, userId, kind, noticeId }) {
      if (mode === 'none') return;
      const sealed = seal(key, { to, letter } satisfies SealedMail);
      await insertMail(trx, { userId, kind, noticeId, sealed, now: now() });
    },
  };
}
