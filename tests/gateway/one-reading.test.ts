import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import cookieParser from 'cookie-parser';
import express from 'express';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCost } from '#server/limits/budgets.ts';
import { callKindOf } from '#server/request/call-kind.ts';
import type { ApiCall, GatewayResponse } from '#server/request/facts.ts';
import { apiPaths } from '#shared/paths.ts';
import { exchangeAll } from '#tests/support/keep-alive.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

// The sweep looks at SPELLINGS=10000 of each kind; a seed always makes the same ones.
const spellings = Number(process.env.SPELLINGS ?? 500);
const seed = Number(process.env.SPELLINGS_SEED ?? 11);
const timeout = 30_000 + spellings * 10;

/** A request as the upstream has read it, in the ways in which servers read. */
interface Reading {
  /** The route that Express chose; undefined where it has none. */
  readonly pattern: string | undefined;
  readonly params: Record<string, string | string[]>;
  /** The session, read by cookie-parser, by trimming all that JavaScript calls space, and with the last one winning. */
  readonly session: unknown;
  readonly lenient: string | undefined;
  readonly last: string | undefined;
}

const patterns = Object.values(apiPaths).map((path) => {
  if (typeof path === 'string') return path;
  const fill = path as (...ids: string[]) => string;
  return fill(':one', ':two').replaceAll('%3A', ':');
});
const id = '65f1c0ffee65f1c0ffee0001';
const token = 'f'.repeat(43);

const readings = new Map<string, Reading>();
const believed = new Map<string, ApiCall>();
const labels = new Map<string, string>();
let gateway: StartedGateway;

const upstream = express().use(cookieParser());
for (const pattern of [...patterns].sort((a, b) => a.split(':').length - b.split(':').length))
  upstream.all(`/${pattern}`, (req, res) => {
    note(req, pattern);
    res.json({});
  });
upstream.use((req, res) => {
  note(req, undefined);
  res.status(404).json({});
});
const server = createServer(upstream);

function note(req: express.Request, pattern: string | undefined): void {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.split(/=(.*)/s).map((part) => part.trim()));
  const values = pairs.filter(([name]) => name === 'token').map(([, value]) => value);
  readings.set(req.headers['x-request-id'] as string, {
    pattern,
    params: req.params as Reading['params'],
    session: (req.cookies as Record<string, unknown>).token,
    lenient: values[0],
    last: values.at(-1),
  });
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  gateway = await startGateway({
    upstreamUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    config: { rateLimitFactor: 1_000_000 },
    metrics: {
      record: ({ id: request, route }) => labels.set(request, route),
      refused: () => undefined,
      countReport: () => undefined,
    },
  });
  gateway.server.on('request', (_req, res) => {
    const { locals } = res as unknown as GatewayResponse;
    res.once('close', () => {
      if (locals?.call !== undefined) believed.set(locals.call.requestId, locals.call);
    });
  });
});
afterAll(async () => {
  await gateway.close();
  server.close();
  server.closeAllConnections();
});

let calls = 0;
/** Sends the requests; each is found in the three maps under an id of its own. */
async function send(made: readonly { method?: string; target: string; headers?: readonly string[] }[]) {
  const requests = made.map(({ method = 'GET', target, headers = [] }) => {
    calls += 1;
    const request = `spelling-${String(calls).padStart(8, '0')}`;
    const lines = [`${method} ${target} HTTP/1.1`, 'Host: gateway.test', `X-Request-Id: ${request}`, ...headers];
    return { request, bytes: `${lines.join('\r\n')}\r\n\r\n` };
  });
  const replies = await exchangeAll(
    gateway.port,
    requests.map(({ bytes }) => bytes),
  );
  return requests.map(({ request }, i) => ({
    made: made[i] as (typeof made)[number],
    status: replies[i]?.status,
    reading: readings.get(request),
    facts: believed.get(request),
    label: () => labels.get(request),
  }));
}

const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
const twisted = (text: string) =>
  fc
    .array(fc.constantFrom('as it is', 'as it is', 'as it is', 'as it is', 'upper', 'escaped', 'shouted escape'), {
      minLength: text.length,
      maxLength: text.length,
    })
    .map((ways) =>
      [...text].map((letter, i) => {
        if (ways[i] === 'upper') return letter.toUpperCase();
        if (ways[i] === 'escaped') return hex(letter);
        return ways[i] === 'shouted escape' ? hex(letter.toUpperCase()).toUpperCase() : letter;
      }),
    )
    .map((letters) => letters.join(''));

describe('a path', () => {
  const end = fc.constantFrom('', '', '', '/', ';x', ';x=1', '/;x', '%3b', '%2f', '?', '?a=1', '/?/', '%20', '.', '//');
  const spelling = fc
    .constantFrom(...patterns)
    .map((pattern) => pattern.replace(/:\w+/g, id))
    .chain((path) => fc.tuple(fc.oneof(fc.constant(path), twisted(path)), end))
    .map(([path, tail]) => path + tail);

  it('is the same route for the gateway as for the upstream, in every spelling that reaches it', {
    timeout,
  }, async () => {
    const made = fc.sample(fc.tuple(fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'), spelling), {
      numRuns: spellings,
      seed,
    });
    const sent = await send(
      made.map(([method, path]) => ({
        method,
        target: `/api/${path}`,
        headers: [`Cookie: token=${token}`, 'Content-Type: application/json', 'Content-Length: 0'],
      })),
    );
    const reached = sent.filter(({ reading }) => reading?.pattern !== undefined);
    expect(reached.length).toBeGreaterThan(spellings / 4);
    await expect.poll(() => reached.every(({ label }) => label() !== undefined)).toBe(true);
    const wrong = reached.filter(({ made: { method = 'GET', target }, reading, facts, label }) => {
      const pattern = reading?.pattern ?? '';
      const plain = pattern.replace(/:\w+/g, 'x');
      const values = Object.values(reading?.params ?? {}).map(String);
      // No id has a slash: such a call costs the upstream nothing, whatever the gateway counts.
      if (values.some((value) => value.includes('/'))) return false;
      if (readCost(facts?.path ?? '') < readCost(plain)) return true;
      // An id with escapes or a `;` is a fixed word for servers that read these: `profile/emai%6c`.
      if (values.some((value) => !target.includes(value))) return false;
      if (target.includes(';')) return false;
      const isKnown = label() === `/api/${pattern.replace(/:\w+/g, ':id')}`;
      return !isKnown || facts?.kind !== callKindOf(method, plain);
    });
    expect(wrong.map(({ made: { target }, reading, label }) => [target, reading?.pattern, label()])).toEqual([]);
  });
});

describe('a cookie header', () => {
  const space = fc.constantFrom('', '', '', ' ', '\t', '\xa0', '  ', '\x85');
  const name = fc.constantFrom('token', '__Host-token', 'Token', 'device', 'x', '', '__proto__');
  const value = fc.constantFrom(
    ...[
      token,
      'e'.repeat(43),
      '',
      `"${token}"`,
      `%66${'f'.repeat(42)}`,
      '__Host-token=',
      'token=x',
      'a b',
      'j:{"a":1}',
    ],
    ...['j%3Anull', '"', '%', '\xa0', 'a,token=planted'],
  );
  const pair = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(space, name, space, space, value, space)
        .map(([a, n, b, c, v, d]) => `${a}${n}${b}=${c}${v}${d}`),
    },
    fc.constantFrom('token', '__Host-token', '', ' ', '=', `=token=${token}`, 'token =', '\xa0'),
  );
  const header = fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join(';'));

  it('names the same session for the gateway as for every upstream behind it', { timeout }, async () => {
    const made = fc.sample(fc.tuple(fc.constantFrom('http', 'https'), header), { numRuns: spellings, seed });
    const sent = await send(
      made.map(([proto, cookie]) => ({
        target: '/api/profile/view',
        headers: [`X-Forwarded-Proto: ${proto}`, `Cookie: ${cookie}`],
      })),
    );
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    const wrong = sent.filter(({ reading, facts }) => {
      const session = facts?.session;
      if ((reading?.session || undefined) !== session) return true;
      const isPlain = session === undefined || /^[\w.-]+$/.test(session);
      return isPlain && [reading?.lenient, reading?.last].some((other) => (other || undefined) !== session);
    });
    expect(wrong.map(({ made: { headers }, facts, reading }) => [headers, facts?.session, reading])).toEqual([]);
    expect(new Set(sent.map(({ facts }) => facts?.session)).size).toBeGreaterThan(2);
  });

  it.each([
    ['a pair without a name or a value is no session', 'http', `token; token=${token}`, token],
    ['a no-break space is part of a name', 'https', `\xa0__Host-token=planted; __Host-token=${token}`, token],
    ['a value that looks like a name is none', 'https', `__Host-token=${token}; x=__Host-token=planted`, token],
    ['the first of a name counts', 'http', `token=${token}; token=planted`, token],
  ])('%s', async (_title, proto, cookie, session) => {
    const [sent] = await send([
      { target: '/api/profile/view', headers: [`X-Forwarded-Proto: ${proto}`, `Cookie: ${cookie}`] },
    ]);
    expect([sent?.facts?.session, sent?.reading?.session, sent?.reading?.lenient]).toEqual([session, session, session]);
  });
});
