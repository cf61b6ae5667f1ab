import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selftest } from '#server/selftest/selftest.ts';
import { makeSite, type SiteFixture } from '#tests/support/site-fixture.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

let fixture: SiteFixture;
let upstream: http.Server;
let gateway: StartedGateway;

beforeAll(async () => {
  fixture = makeSite();
  upstream = http.createServer((req, res) => {
    req.resume();
    res.writeHead(req.url === '/health' ? 200 : 404, {
      'content-type': 'application/json',
      server: 'upstream/1.0',
      'access-control-allow-origin': '*',
    });
    res.end('{}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  gateway = await startGateway({ upstreamUrl: `http://127.0.0.1:${port}`, site: fixture.site });
});
afterAll(async () => {
  await gateway.close();
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  fixture.remove();
});

async function run(url: string) {
  const lines: string[] = [];
  const result = await selftest(new URL(url), (line) => lines.push(line));
  return { ...result, lines, failed: lines.filter((line) => line.startsWith('  FAIL')) };
}

describe('the self-test of a deployment', () => {
  it('finds every promise kept by this gateway', async () => {
    const { kept, total, failed, lines } = await run(gateway.url);
    expect(failed).toEqual([]);
    expect(kept).toBe(total);
    expect(total).toBeGreaterThan(60);
    expect(lines.at(-1)).toBe(`\nScore: ${total} of ${total}, 100 %`);
  });

  it('finds the broken promises of a server that answers everything with its page', async () => {
    const weak = http.createServer({ insecureHTTPParser: true }, (req, res) => {
      req.resume();
      res.writeHead(200, { 'content-type': 'text/html', 'x-powered-by': 'Hope', 'access-control-allow-origin': '*' });
      res.end('<script src="/assets/app-12345678.js"></script>');
    });
    await new Promise<void>((resolve) => weak.listen(0, '127.0.0.1', resolve));
    try {
      const { kept, total, failed } = await run(`http://127.0.0.1:${(weak.address() as AddressInfo).port}`);
      expect(kept / total).toBeLessThan(0.4);
      const text = failed.join('\n');
      for (const promise of [
        'content security policy',
        'POST from another site',
        '/.env is 404',
        'two hosts',
        'open to no other',
      ]) {
        expect(text).toContain(promise);
      }
    } finally {
      weak.closeAllConnections();
      await new Promise((resolve) => weak.close(resolve));
    }
  });

  it('reports that no server answers', async () => {
    await expect(run('http://127.0.0.1:1')).rejects.toThrow('There is no answer from http://127.0.0.1:1');
  });
});
