import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OtlpCollector, startOtlpCollector } from '#tests/support/otlp-collector.ts';
import { type Product, readyUrl, startProduct } from '#tests/support/start-product.ts';

let product: Product | undefined;
let collector: OtlpCollector | undefined;

async function end(): Promise<void> {
  await product?.end();
  await collector?.close();
  product = undefined;
  collector = undefined;
}
afterEach(end);

async function traced(env: Record<string, string> = {}): Promise<{ url: string; stop: () => Promise<OtlpCollector> }> {
  const taking = await startOtlpCollector();
  collector = taking;
  const running = startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: taking.url, DEMO: 'on', ...env });
  product = running;
  return {
    url: await readyUrl(running),
    stop: async () => {
      running.child.kill('SIGTERM');
      expect(await running.exited).toEqual({ status: 0, signal: null });
      return taking;
    },
  };
}

const followedTrace = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${followedTrace}-b7ad6b7169203331-01`;

/** The answer to a login whose body has a length, or leaves in chunks. */
async function logIn(url: string, hasLength: boolean): Promise<Response> {
  const body = JSON.stringify({ emailId: 'demo@example.com', password: 'DotCode#2026' });
  return fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: hasLength ? body : new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit);
}

describe('OpenTelemetry, switched on by its environment variables alone', () => {
  describe('behind a trusted proxy', () => {
    // Spans arrive when the product ends, so that one product serves all checks.
    let collected: OtlpCollector;
    const logins: Record<string, Response> = {};

    beforeAll(async () => {
      const { url, stop } = await traced({ TRUST_PROXY: 'loopback' });
      logins['a known length'] = await logIn(url, true);
      logins.chunks = await logIn(url, false);
      await fetch(`${url}/api/search/people?q=Grace-Secret`, { headers: { 'User-Agent': 'Browser-Secret' } });
      await fetch(`${url}/api/profile/0123456789abcdef01234567`, { headers: { Cookie: 'token=Session-Secret' } });
      await fetch(`${url}/api/capabilities`, { headers: { traceparent } });
      collected = await stop();
    });
    afterAll(end);

    it.each(['a known length', 'chunks'])(
      'follows a call with a body of %s from the gateway over the upstream to its queries, in one trace',
      (length) => {
        const { spans } = collected;
        const requestId = logins[length]?.headers.get('x-request-id');
        expect(logins[length]?.status).toBe(200);
        const atUpstream = spans.find(
          ({ service, name, attributes }) =>
            service === 'dotcode-upstream' && name === 'POST /login' && attributes['dotcode.request_id'] === requestId,
        );
        const call = spans.find(({ spanId }) => spanId === atUpstream?.parentSpanId);
        const atGateway = spans.find(({ spanId }) => spanId === call?.parentSpanId);
        const queries = spans.filter(({ parentSpanId }) => parentSpanId === atUpstream?.spanId);
        expect(atGateway).toMatchObject({
          service: 'dotcode-gateway',
          name: 'POST /api/login',
          parentSpanId: undefined,
          attributes: { 'http.response.status_code': 200 },
        });
        expect(call?.attributes['dotcode.request_id']).toBe(requestId);
        expect(atUpstream?.traceId).toBe(atGateway?.traceId);
        expect(queries.map(({ name }) => name)).toContain('sql select');
      },
    );

    it('names nobody: no address, path, query, agent or value of a statement leaves', () => {
      expect(collected.spans.map(({ name }) => name)).toContain('GET /api/search/people');
      for (const secret of ['Secret', '0123456789abcdef01234567', '127.0.0.1:', 'demo@example.com'])
        expect(collected.text()).not.toContain(secret);
    });

    it('goes on with the trace that came', () => {
      const followed = collected.spans.filter(({ traceId }) => traceId === followedTrace);
      expect(new Set(followed.map(({ service }) => service))).toEqual(new Set(['dotcode-gateway', 'dotcode-upstream']));
    });
  });

  it('begins a trace of its own for strangers', async () => {
    const { url, stop } = await traced({ TRUST_PROXY: 'none' });
    await fetch(`${url}/api/capabilities`, { headers: { traceparent } });
    const { spans } = await stop();
    expect(spans.length).toBeGreaterThan(0);
    expect(spans.map(({ traceId }) => traceId)).not.toContain(followedTrace);
  });

  it('keeps health checks out, and ends with status 0 when nobody takes the spans', async () => {
    const { url, stop } = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await stop()).spans).toEqual([]);
  });
});
