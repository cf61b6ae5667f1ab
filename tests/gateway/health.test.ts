import type { RequestListener } from 'node:http';
import pino from 'pino';
import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttpUpstream } from '#tests/support/http-upstream.ts';
import { startSiteGateway } from '#tests/support/site-gateway.ts';
import type { GatewayOverrides, StartedGateway } from '#tests/support/start-gateway.ts';

/** Long enough that a busy machine answers in time, and that no answer is asked for twice. */
const patient = { livenessWaitMs: 60_000, probeTimeoutMs: 60_000, cacheMs: 60_000 };

async function start(
  answer: RequestListener | undefined,
  more: Partial<GatewayOverrides> = {},
): Promise<StartedGateway> {
  const upstream = answer && (await startHttpUpstream(answer));
  const upstreamUrl = upstream && { upstreamUrl: `${upstream.url}/v1` };
  const gateway = await startSiteGateway({}, { version: '1.2.3', ...upstreamUrl, ...more });
  onTestFinished(async () => {
    await gateway.close();
    await upstream?.close();
  });
  return gateway;
}

describe('/health', () => {
  it('says who is alive, since when, and how the upstream is', async () => {
    const { url } = await start((_req, res) => res.end('{"status":"ok"}'), { tuning: { health: patient } });
    const { status, body, headers } = await request(url).get('/health');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      version: '1.2.3',
      uptime: expect.any(Number),
      upstream: { status: 'up', latencyMs: expect.any(Number) },
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is 200 without an upstream, and so is the page', async () => {
    const { url } = await start(undefined, { tuning: { health: patient } });
    const { status, body } = await request(url).get('/health');
    expect([status, body.status, body.upstream]).toEqual([200, 'degraded', { status: 'down' }]);
    expect((await request(url).get('/')).status).toBe(200);
  });

  it('does not wait for an upstream that says nothing', async () => {
    // The upstream may stay silent for longer than this test: the answer does not wait for it.
    const { url } = await start(() => undefined, { tuning: { health: { probeTimeoutMs: 600_000 } } });
    const { status, body } = await request(url).get('/health');
    expect([status, body.upstream.status]).toEqual([200, 'unknown']);
  });

  it('asks the upstream once for any number of questions, below its prefix', async () => {
    const asked: string[] = [];
    const { url } = await start(
      (req, res) => {
        asked.push(req.url ?? '');
        res.end('{"status":"ok"}');
      },
      { tuning: { health: patient } },
    );
    await Promise.all(Array.from({ length: 50 }, () => request(url).get('/health')));
    expect(asked).toEqual(['/v1/health']);
  });
});

describe('/health/ready', () => {
  const ownHealth = { '/v1/health': [200, '{"status":"ok","database":"sqlite"}'] } as const;
  const withoutHealth = (status: number) => ({ '/v1/profile/view': [status, 'Please Login!'] }) as const;
  it.each<[string, number, Readonly<Record<string, readonly [status: number, body: string]>>]>([
    ['its upstream says ok', 200, ownHealth],
    ['the upstream has no /health, and refuses a profile without a session with 401', 200, withoutHealth(401)],
    ['the upstream has no /health, and refuses a profile without a session with 400', 200, withoutHealth(400)],
    ['a server there answers 404 to everything', 503, {}],
    ['a server there shows a page for every path', 503, { '/v1/health': [200, '<!doctype html><title>Hi</title>'] }],
    ['another service there has a health of its own', 503, { '/v1/health': [200, '{"healthy":true}'] }],
    ['a server there redirects', 503, { '/v1/health': [301, ''] }],
    ['a server there redirects what needs a login', 503, withoutHealth(302)],
    ['the database of the upstream is away', 503, { '/v1/health': [503, '{"code":"unavailable"}'] }],
  ])('while %s: %i', async (_, expected, answers) => {
    const { url } = await start(
      (req, res) => {
        const [status, body] = answers[req.url ?? ''] ?? [404, '{}'];
        res.writeHead(status, { Location: 'https://elsewhere.test/' }).end(body);
      },
      { tuning: { health: patient } },
    );
    expect((await request(url).get('/health/ready')).status).toBe(expected);
  });

  it('tells the log why the upstream is not ready, once, and when it is', async () => {
    const said = await saidWhile([false, false, true, false, true]);
    expect(said).toMatchObject([
      { level: 30, reason: '/health answered 301', msg: 'the upstream is not ready yet' },
      { level: 30, msg: 'the upstream is ready' },
      { level: 40, reason: '/health answered 301', msg: 'the upstream is not ready' },
      { level: 30, msg: 'the upstream is ready' },
    ]);
  });

  /** The lines about an upstream that is ready or not at each of the questions. */
  async function saidWhile(readiness: readonly boolean[]) {
    const lines: string[] = [];
    let isUp = false;
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    const { url } = await start((_req, res) => res.writeHead(isUp ? 200 : 301).end('{"status":"ok"}'), {
      log,
      tuning: { health: { ...patient, cacheMs: 0 } },
    });
    for (const up of readiness) {
      isUp = up;
      expect((await request(url).get('/health/ready')).status).toBe(up ? 200 : 503);
    }
    return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('the upstream'));
  }

  it('is 503 within a bounded time when the upstream says nothing', async () => {
    // The upstream never answers: without a bound, the test would end by its own timeout.
    const { url } = await start(() => undefined, { tuning: { health: { probeTimeoutMs: 20 } } });
    const { status, headers } = await request(url).get('/health/ready');
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
  });
});
