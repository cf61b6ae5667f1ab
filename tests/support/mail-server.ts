import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string;
  /** The whole mail, as it was sent. */
  source: string;
  messageId: string;
  wasEncrypted: boolean;
}

export interface MailServer {
  /** For MAIL_URL. */
  url: string;
  received: ReceivedMail[];
  /** Addresses of all attempts, also refused ones. */
  asked: string[];
  /** Changes how the server answers; `undefined` accepts the recipient. */
  onRecipient: (address: string) => SmtpRefusal | undefined;
  /** Awaited before the server takes the content. */
  beforeTaking: (address: string) => Promise<void>;
  close(): Promise<void>;
}

interface SmtpRefusal {
  status: number;
  words: string;
}

/** A real SMTP server on loopback, which tests tell how to answer. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mailServer: Omit<MailServer, 'url' | 'close'> = {
    received: [],
    asked: [],
    onRecipient: () => undefined,
    beforeTaking: async () => undefined,
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    // In milliseconds, instead of half a minute: a client keeps its connection open between two mails.
    closeTimeout: 1,
    ...(options.key === undefined && { hideSTARTTLS: true }),
    ...options,
    onRcptTo({ address }, _session, callback) {
      mailServer.asked.push(address);
      const refusal = mailServer.onRecipient(address);
      callback(refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.status }));
    },
    async onData(stream, { envelope, secure }, callback) {
      // A client that breaks off within its message has sent none, and waits for no answer.
      const source = await text(stream).catch(() => undefined);
      if (source === undefined) return;
      const to = envelope.rcptTo.map(({ address }) => address).join();
      await mailServer.beforeTaking(to);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const messageId = /^Message-ID: (.+)$/im.exec(source)?.[1] ?? '';
      mailServer.received.push({ from, to, source, messageId, wasEncrypted: secure });
      callback();
    },
  });
  // A client that breaks off is no error of the server.
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  return Object.assign(mailServer, {
    url: `${options.secure === true ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  });
}
