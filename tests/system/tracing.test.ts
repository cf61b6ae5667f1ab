import { afterEach, describe, expect, it } from 'vitest';
import { type OtlpCollector, startOtlpCollector } from '#tests/support/otlp-collector.ts';
import { type Product, readyUrl, startProduct } from '#tests/support/start-product.ts';

let product: Product | undefined;
let collector: OtlpCollector | undefined;

afterEach(async () => {
  await product?.end();
  await collector?.close();
});

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

const attack = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('OpenTelemetry, switched on by its environment variables alone', () => {
  it.each([
    ['the fast lane', {}],
    ['the general lane', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }],
  ])('follows a call on %s from the gateway over the upstream to its queries, in one trace', async (_lane, headers) => {
    const { url, stop } = await traced();
    const body = JSON.stringify({ emailId: 'demo@example.com', password: 'DotCode#2026' });
    const login = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      // A stream has no length: it takes the general lane.
      body: 'Transfer-Encoding' in headers ? new Blob([body]).stream() : body,
      duplex: 'half',
    } as RequestInit);
    expect(login.status).toBe(200);
    const { spans } = await stop();
    const atGateway = spans.find(({ service, name }) => service === 'dotcode-gateway' && name === 'POST /api/login');
    const call = spans.find(({ parentSpanId }) => parentSpanId === atGateway?.spanId);
    const atUpstream = spans.find(({ service, name }) => service === 'dotcode-upstream' && name === 'POST /login');
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === atUpstream?.spanId);
    expect(atGateway).toMatchObject({ parentSpanId: undefined, attributes: { 'http.response.status_code': 200 } });
    expect(call?.attributes['dotcode.request_id']).toBe(login.headers.get('x-request-id'));
    expect(atUpstream).toMatchObject({ traceId: atGateway?.traceId, parentSpanId: call?.spanId });
    expect(atUpstream?.attributes['dotcode.request_id']).toBe(login.headers.get('x-request-id'));
    expect(queries.map(({ name }) => name)).toContain('sql select');
  });

  it('names nobody: no address, path, query, agent or value of a statement leaves', async () => {
    const { url, stop } = await traced();
    await fetch(`${url}/api/search/people?q=Grace-Secret`, { headers: { 'User-Agent': 'Browser-Secret' } });
    await fetch(`${url}/api/profile/0123456789abcdef01234567`, { headers: { Cookie: 'token=Session-Secret' } });
    const collected = await stop();
    expect(collected.spans.map(({ name }) => name)).toContain('GET /api/search/people');
    for (const secret of ['Secret', '0123456789abcdef01234567', '127.0.0.1:'])
      expect(collected.text()).not.toContain(secret);
  });

  it('begins a trace of its own for strangers, and goes on with that of a trusted proxy', async () => {
    const stranger = await traced({ TRUST_PROXY: 'none' });
    await fetch(`${stranger.url}/api/capabilities`, { headers: { traceparent: attack } });
    const { spans } = await stranger.stop();
    expect(spans.length).toBeGreaterThan(0);
    expect(spans.map(({ traceId }) => traceId)).not.toContain(attack.split('-')[1]);

    const proxied = await traced({ TRUST_PROXY: 'loopback' });
    await fetch(`${proxied.url}/api/capabilities`, { headers: { traceparent: attack } });
    const followed = (await proxied.stop()).spans.filter(({ traceId }) => traceId === attack.split('-')[1]);
    expect(new Set(followed.map(({ service }) => service))).toEqual(new Set(['dotcode-gateway', 'dotcode-upstream']));
  });

  it('keeps health checks out, and ends with status 0 when nobody takes the spans', async () => {
    const { url, stop } = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await stop()).spans).toEqual([]);
  });
});
