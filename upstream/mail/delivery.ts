import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import { reasonOf } from '#platform/log/reason.ts';
import type { Message } from './message.ts';

export type Delivered =
  /** The next server is responsible for it now. */
  | { outcome: 'sent' }
  /** Another attempt may succeed. */
  | { outcome: 'delayed'; reason: string }
  /** The server will never take this mail. */
  | { outcome: 'refused'; reason: string };

/** Hands a mail on. Never rejects: what went wrong is in the answer, without anybody's address. */
export interface Delivery {
  send(message: Message, about: { id: string; kind: string; link: string | undefined }): Promise<Delivered>;
  close(): void;
}

/** Loads nodemailer only when the first mail is sent. */
export async function loadNodemailer(): Promise<typeof import('nodemailer')> {
  return import('nodemailer');
}

/** For development: each mail is an .eml file that mail programs open, and its link a line of the log. */
export function createFileDelivery(folder: string, log: Logger): Delivery {
  return {
    async send(message, { id, kind, link }) {
      try {
        const { createTransport } = await loadNodemailer();
        const made = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const name = `${message.date.toISOString().replaceAll(':', '-')}-${kind}-${id}`;
        // For the preview, which would otherwise have to take the .eml apart.
        await writeFile(join(folder, `${name}.html`), message.html, { mode: 0o600 });
        const file = join(folder, `${name}.eml`);
        // A reader of the folder never finds half a mail.
        await writeFile(`${file}.part`, made.message as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
        log.info({ file }, link === undefined ? `mail: ${message.subject}` : `mail: ${message.subject}: ${link}`);
        return { outcome: 'sent' };
      } catch (error) {
        return { outcome: 'delayed', reason: reasonOf(error) };
      }
    },
    close: () => undefined,
  };
}

export interface SmtpTimes {
  /** For the connection, and for the server's first line, in milliseconds. */
  connectMs: number;
  /** How long the server may stay silent. */
  silentMs: number;
}

export const smtpTimes: SmtpTimes = { connectMs: 15_000, silentMs: 60_000 };

export interface SmtpOptions {
  /** Connections that are open at the same time. */
  lanes?: number;
  times?: SmtpTimes;
  tls?: SecureContextOptions;
}

/** Mail servers end an idle connection after some minutes: ours ends before, so that no mail meets a dead one. */
const idleMs = 30_000;

/**
 * Sends over connections that are kept open, because the handshakes of a new one take longer than a mail. A password is
 * never sent in the clear, except to this machine.
 */
export function createSmtpDelivery(
  url: URL,
  { lanes = 1, times: { connectMs, silentMs } = smtpTimes, tls = {} }: SmtpOptions = {},
): Delivery {
  let transport: ReturnType<typeof open> | undefined;
  const open = async () => {
    const { createTransport } = await loadNodemailer();
    const secure = url.protocol === 'smtps:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return createTransport({
      pool: true,
      maxConnections: lanes,
      maxMessages: Number.MAX_SAFE_INTEGER,
      idleTimeout: idleMs,
      // A mail whose connection ends waits in the database, which counts its attempts.
      maxRequeues: 0,
      host,
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      requireTLS: !secure && url.username !== '' && !isThisMachine(host),
      ...(url.username !== '' && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silentMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      tls,
    });
  };
  return {
    async send(message) {
      transport ??= open();
      try {
        await (await transport).sendMail(message);
        return { outcome: 'sent' };
      } catch (error) {
        return failureOf(error);
      }
    },
    close() {
      transport?.then(
        (opened) => opened.close({ force: true }),
        () => undefined,
      );
    },
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/**
 * 5xx about the recipient or the content is final. The sender, the password and the server's own state are the
 * operator's business: such a mail waits, because it will pass once that is mended.
 */
function failureOf(error: unknown): Delivered {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  const isFinal = responseCode !== undefined && responseCode >= 500 && /^(RCPT TO|DATA)/.test(command ?? '');
  // The server's own words name the address.
  const reason = [code, responseCode, command?.split(' ')[0]].filter((part) => part !== undefined).join(' ');
  return { outcome: isFinal ? 'refused' : 'delayed', reason: reason || 'no connection' };
}
