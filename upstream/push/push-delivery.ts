import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { reasonOf } from '#platform/log/reason.ts';
import type { PushPayload } from '#shared/api/notifications.ts';
import { createResolve, problemOfEndpoint, publicLookup, type Resolve } from './push-address.ts';
import { loadWebPush, type VapidKeys } from './vapid-keys.ts';

export interface PushMessage {
  to: { endpoint: string; p256dh: string; auth: string };
  payload: PushPayload;
  /** How long the push service keeps it for a browser that is away. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** A later message with the same topic takes the place of one that waits at the push service. */
  topic: string;
}

export type Pushed =
  | { outcome: 'sent' }
  /** Another attempt may succeed; `waitMs`: the push service has said when. */
  | { outcome: 'delayed'; reason: string; waitMs?: number }
  /** The push service will never take this message. */
  | { outcome: 'refused'; reason: string }
  /** The browser has no such subscription any more. */
  | { outcome: 'gone' };

/** Never rejects: what went wrong is in the answer, without the address of the subscription. */
export interface PushDelivery {
  send(message: PushMessage): Promise<Pushed>;
  /** Ends the calls that are under way. */
  close(): void;
}

/** For tests, which have a push service on this machine. Only code can pass them: no variable does. */
export interface DeliveryOptions {
  /** An origin that is taken as it is, such as `https://127.0.0.1:4433`. */
  trustedOrigin?: string;
  /** A certificate authority to trust. */
  ca?: string;
  resolve?: Resolve;
  /** From the beginning of the call to the head of the answer. */
  answerMs?: number;
}

const answerMs = 10_000;

export interface DeliveryDeps {
  keys: () => Promise<VapidKeys>;
  /** An https or mailto address at which push services can reach the operator. */
  contact: string;
}

export function createPushDelivery({ keys, contact }: DeliveryDeps, options: DeliveryOptions = {}): PushDelivery {
  const closing = new AbortController();
  const lookup = publicLookup(options.resolve ?? createResolve());

  const isTrusted = (endpoint: string) => isOfOrigin(endpoint, options.trustedOrigin);

  /** Undefined where the keys that the browser has sent are invalid. */
  async function encrypt({ to, payload, ttlSeconds, urgency, topic }: PushMessage) {
    const { generateRequestDetails } = await loadWebPush();
    const vapidDetails = { subject: contact, ...(await keys()) };
    const { endpoint, ...browserKeys } = to;
    const options = { vapidDetails, TTL: ttlSeconds, urgency, topic };
    try {
      return generateRequestDetails({ endpoint, keys: browserKeys }, JSON.stringify(payload), options);
    } catch {
      return undefined;
    }
  }

  return {
    async send(message) {
      const { endpoint } = message.to;
      if (!isTrusted(endpoint) && problemOfEndpoint(endpoint) !== undefined) return { outcome: 'gone' };
      try {
        const encrypted = await encrypt(message);
        if (encrypted === undefined) return { outcome: 'gone' };
        const { method, headers, body } = encrypted;
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(options.answerMs ?? answerMs)]);
        const answer = await headOfAnswer(endpoint, body, {
          method,
          headers: headers as Record<string, string | number>,
          signal,
          agent: false,
          ...(!isTrusted(endpoint) && { lookup }),
          ...(options.ca !== undefined && { ca: options.ca }),
        });
        return outcomeOf(answer);
      } catch (error) {
        return { outcome: 'delayed', reason: reasonOf(error) };
      }
    },
    close: () => closing.abort(),
  };
}

export function isOfOrigin(endpoint: string, origin: string | undefined): boolean {
  return origin !== undefined && URL.parse(endpoint)?.origin === origin;
}

/** `https.request` follows no redirect. The body of the answer is not read: it could be endless. */
function headOfAnswer(
  endpoint: string,
  body: Buffer | string | null,
  options: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(endpoint, options, (answer) => {
      answer.on('error', () => undefined).destroy();
      resolve(answer);
    });
    call.on('error', reject).end(body ?? '');
  });
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): Pushed {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  const reason = `the push service answered ${status}`;
  // 401 and 403: a wrong clock of ours, for example. It is mended without the person doing anything.
  if (status !== 401 && status !== 403 && status !== 429 && status < 500) return { outcome: 'refused', reason };
  const waitMs = retryAfterMs(headers['retry-after']);
  return { outcome: 'delayed', reason, ...(waitMs !== undefined && { waitMs }) };
}

/** `Retry-After` is a number of seconds or a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
