import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { reportUpstream } from '#server/process/report-upstream.ts';
import { capabilities } from '#shared/capabilities.ts';
import { startHttpUpstream } from '#tests/support/http-upstream.ts';
import { createRecordedUpstream } from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The answers of a service by path; 404 elsewhere. */
const scripted =
  (answers: Readonly<Record<string, readonly [status: number, body: unknown]>>): RequestListener =>
  (req, res) => {
    const [status, body] = answers[req.url ?? ''] ?? [404, ''];
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const healthy = { '/health': [200, { status: 'ok' }] } as const;

async function scriptedAt(answers: Parameters<typeof scripted>[0]): Promise<string> {
  const upstream = await startHttpUpstream(scripted(answers));
  closing.push(() => upstream.close());
  return upstream.url;
}

interface Line {
  level: number;
  msg: string;
  upstream?: string;
  state?: string;
  reason?: string;
  offers?: string[];
  lacks?: string[];
}

/** The log of a start in front of this upstream. */
async function toldOf(url: string, times: { patienceMs?: number; askAgainMs?: number } = {}) {
  const lines: Line[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const report = reportUpstream({ url: new URL(url), log, ...times });
  closing.push(() => report.stop());
  return { lines, finding: await report.first };
}

const kinds: Readonly<Record<string, [() => Promise<string>, Partial<Line>]>> = {
  'the embedded upstream': [
    async () => {
      const upstream = await startUpstream({ env: { MAIL_URL: 'none' } });
      closing.push(() => upstream.close());
      return upstream.url;
    },
    { level: 30, state: 'ready', offers: expect.arrayContaining(['search', 'chat.live']) },
  ],
  'the recorded upstream, which offers nothing more than the core': [
    async () => {
      const upstream = await createRecordedUpstream();
      closing.push(() => upstream.close());
      return upstream.url;
    },
    { level: 30, state: 'ready', offers: [], lacks: [...capabilities] },
  ],
  'one that has some': [
    () => scriptedAt({ ...healthy, '/capabilities': [200, { capabilities: ['search', 'media', 'unheard of'] }] }),
    {
      ...{ level: 30, state: 'ready', offers: ['search', 'media'] },
      lacks: capabilities.filter((name) => name !== 'search' && name !== 'media'),
    },
  ],
  'one that cannot say': [
    () => scriptedAt({ ...healthy, '/capabilities': [503, { code: 'unavailable' }] }),
    { level: 40, state: 'ready', reason: '/capabilities answered 503' },
  ],
  'one that is ill': [
    () => scriptedAt({ '/health': [503, { status: 'down' }] }),
    { level: 40, state: 'not ready', reason: '/health answered 503' },
  ],
  'another server': [
    () => scriptedAt({ '/health': [200, 'a page'] }),
    { level: 40, state: 'not ready', reason: '/health is not an upstream’s' },
  ],
  nobody: [
    async () => {
      const upstream = await startHttpUpstream(() => undefined);
      await upstream.close();
      return upstream.url;
    },
    { level: 40, state: 'not ready', reason: 'ECONNREFUSED' },
  ],
};

describe('a start', () => {
  it.each(Object.entries(kinds))('says in one line what it finds: %s', async (_kind, [at, expected]) => {
    const url = await at();
    const { lines } = await toldOf(`${url}/?key=secret`.replace('http://', 'http://ada:secret@'));
    expect(lines).toEqual([expect.objectContaining({ ...expected, upstream: url })]);
    const [{ offers = [], lacks = [] } = {}] = lines as [Line?];
    if (expected.offers !== undefined) expect([...offers, ...lacks].sort()).toEqual([...capabilities].sort());
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('waits a moment only for one that is silent, and says so', async () => {
    const silent = await startHttpUpstream(() => undefined);
    closing.push(() => silent.close());
    const { lines } = await toldOf(silent.url, { patienceMs: 100 });
    expect(lines).toMatchObject([{ level: 40, state: 'not ready', reason: 'no answer within 0.1 s' }]);
  });

  it('says so when the upstream comes later', async () => {
    const server = createServer(scripted({ ...healthy, '/capabilities': [404, {}] }));
    const { url, close } = await startHttpUpstream(() => undefined);
    await close();
    const { lines } = await toldOf(url, { askAgainMs: 10 });
    expect(lines).toMatchObject([{ state: 'not ready' }]);
    server.listen(Number(new URL(url).port), '127.0.0.1');
    closing.push(() => server.close());
    await expect
      .poll(() => lines)
      .toMatchObject([{ state: 'not ready' }, { state: 'ready', lacks: [...capabilities] }]);
    expect((server.address() as AddressInfo).port).toBe(Number(new URL(url).port));
    server.closeAllConnections();
  });
});
