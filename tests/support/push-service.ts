import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushPayload, PushSubscriptionBody } from '#shared/api/notifications.ts';
import { tlsIdentity } from './tls-identity.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
}

/** A push service on loopback, which tests tell how to answer. It has a certificate that only tests trust. */
export interface PushService {
  /** For the option `push` of an upstream. */
  options: { trustedOrigin: string; ca: string };
  origin: string;
  received: Received[];
  /** Every call, also those that were not answered with 201. */
  asked: string[];
  /** Those whose caller broke off. */
  brokenOff: string[];
  answer: (path: string) => Answer | Promise<Answer>;
  /** A browser that can subscribe here. */
  browser(name: string): PushBrowser;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const state: Pick<PushService, 'received' | 'asked' | 'brokenOff' | 'answer'> = {
    received: [],
    asked: [],
    brokenOff: [],
    answer: () => ({ status: 201 }),
  };
  const server = createServer(tlsIdentity, async (req, res) => {
    const path = req.url ?? '';
    state.asked.push(path);
    res.once('close', () => {
      if (!res.writableFinished) state.brokenOff.push(path);
    });
    const body = await buffer(req);
    const { status, headers = {} } = await state.answer(path);
    if (status === 201) state.received.push({ path, headers: req.headers, body });
    res.writeHead(status, headers).end('some words');
  });
  // A client that breaks off is no error of the service.
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    origin,
    options: { trustedOrigin: origin, ca: tlsIdentity.cert },
    browser: (name: string) => new PushBrowser(`${origin}/${name}`, state),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** The keys of one subscription, and what was sent to it. */
export class PushBrowser {
  readonly subscription: PushSubscriptionBody;
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #service: Pick<PushService, 'received'>;

  constructor(endpoint: string, service: Pick<PushService, 'received'> = { received: [] }) {
    this.#service = service;
    this.subscription = {
      endpoint,
      expirationTime: null,
      keys: {
        p256dh: this.#keys.generateKeys().toString('base64url'),
        auth: this.#auth.toString('base64url'),
      },
    };
  }

  get calls(): Received[] {
    const { pathname } = new URL(this.subscription.endpoint);
    return this.#service.received.filter(({ path }) => path === pathname);
  }

  /** The messages, decrypted. */
  get messages(): PushPayload[] {
    return this.calls.map(({ body }) => JSON.parse(this.#decrypt(body)));
  }

  /** RFC 8291 over RFC 8188, with one record. */
  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyEnd = 21 + (body[20] ?? 0);
    const senderKey = body.subarray(21, keyEnd);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), senderKey]);
    const secret = Buffer.from(hkdfSync('sha256', this.#keys.computeSecret(senderKey), this.#auth, info, 32));
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(body.subarray(-16));
    const text = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }
}

/** The claims of a VAPID header, whose signature was made with this key. */
export function vapidClaims(authorization: string | undefined, key: string): Record<string, unknown> {
  const [, token = '', sender] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization ?? '') ?? [];
  if (sender !== key) throw new Error('The message names another key.');
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is wrong.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
