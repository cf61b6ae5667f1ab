import type { SecureContextOptions } from 'node:tls';
import type { Transporter } from 'nodemailer';
import { type Delivered, type Delivery, loadNodemailer } from './delivery.ts';

export interface SmtpTimes {
  /** For the connection, and for the server's first line, in milliseconds. */
  connectMs: number;
  /** How long the server may stay silent. */
  silentMs: number;
}

export const smtpTimes: SmtpTimes = { connectMs: 15_000, silentMs: 60_000 };

/** Sends over one connection per mail. A password is never sent in the clear, except to this machine. */
export function createSmtpDelivery(
  url: URL,
  { connectMs, silentMs }: SmtpTimes = smtpTimes,
  tls: SecureContextOptions = {},
): Delivery {
  let transport: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await loadNodemailer();
    const secure = url.protocol === 'smtps:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return createTransport({
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
        (opened) => opened.close(),
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
