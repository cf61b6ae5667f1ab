import http from 'node:http';
import net, { type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promises } from '#server/selftest/promises.ts';
import { createTarget } from '#server/selftest/target.ts';
import { makeSite, type SiteFixture } from '#tests/support/site-fixture.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

const servers: Server[] = [];
let fixture: SiteFixture;
let gateway: StartedGateway;

async function listen(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

beforeAll(async () => {
  const upstream = http.createServer((req, res) => {
    req.resume();
    res.writeHead(req.url === '/health' ? 200 : 404, {
      'content-type': 'application/json',
      server: 'upstream/1.0',
      'access-control-allow-origin': '*',
    });
    res.end('{}');
  });
  fixture = makeSite();
  gateway = await startGateway({ upstreamUrl: (await listen(upstream)).href, site: fixture.site });
});
afterAll(async () => {
  await gateway.close();
  for (const server of servers) {
    if (server instanceof http.Server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  fixture.remove();
});

const each = promises.flatMap(({ name: group, promises: ofGroup }) =>
  ofGroup.map((promise) => ({ ...promise, title: `${group}: ${promise.name}` })),
);

describe('a promise of the gateway', () => {
  it.each(each)('is kept: $title', async ({ deviation }) => {
    expect(await deviation(createTarget(new URL(gateway.url)))).toBeUndefined();
  });

  it('has a name that no other has', () => {
    expect(new Set(each.map(({ title }) => title)).size).toBe(each.length);
  });
});

/** Every promise is broken by a server that allows everything or by one that allows nothing, whatever bytes they get. */
const wrongAnswers = [
  [
    'HTTP/1.1 200 OK',
    'Content-Type: text/html',
    'X-Powered-By: Hope',
    'Access-Control-Allow-Origin: *',
    'Strict-Transport-Security: max-age=63072000',
    '',
    '<script src="/assets/app-12345678.js"></script>',
  ],
  ['HTTP/1.1 403 Forbidden', 'Content-Type: text/plain', '', 'no'],
].map((lines) => lines.join('\r\n'));

describe('a promise that is broken', () => {
  const found = new Set<string>();
  beforeAll(async () => {
    for (const bytes of wrongAnswers) {
      const server = net.createServer((socket) => {
        socket.on('error', () => undefined).once('data', () => socket.end(bytes).resume());
      });
      const target = createTarget(await listen(server));
      const look = async ({ title, deviation }: (typeof each)[number]) => {
        if ((await deviation(target)) !== undefined) found.add(title);
      };
      await Promise.all(each.map(look));
    }
  });

  it.each(each)('is found: $title', ({ title }) => {
    expect(found).toContain(title);
  });
});
