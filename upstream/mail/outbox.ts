import { outboxFolder } from '#platform/config/data-folder.ts';
import { mailModeOf } from '#platform/config/mail-mode.ts';
import { deriveKey } from '#platform/config/secret.ts';
import type { UpstreamConfig } from '#upstream/config.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { newId } from '#upstream/ids.ts';
import { insertJob, type Priority, priorities } from '#upstream/jobs/job-store.ts';
import type { Letter } from './letter.ts';
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
  /** Mails about the account go first; that is the default. */
  priority?: Priority;
  /** The notification that it tells of: the mail is dropped where that is no longer due when it is sent. */
  noticeId?: string;
  /** The token of its link: its life begins when the mail is sent, and the mail is dropped where the token is void by then. */
  token?: string;
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
    async queue(trx, { to, letter, userId, kind, priority = priorities.first, noticeId, token }) {
      if (mode === 'none') return;
      const optional = { ...(noticeId !== undefined && { noticeId }), ...(token !== undefined && { token }) };
      const sealed = seal(key, { to, letter, ...optional } satisfies SealedMail);
      const at = now();
      await insertJob(trx, { kind: mailKind, key: newId(at), priority, userId, label: kind, body: sealed, now: at });
    },
  };
}

/** The kind of the jobs that send mails. Their key is also the mail's Message-ID. */
export const mailKind = 'mail';

/** Deletes the mails that wait for an account which leaves. */
export async function deleteMailsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('jobs').where('user_id', '=', userId).where('kind', '=', mailKind).execute();
}
