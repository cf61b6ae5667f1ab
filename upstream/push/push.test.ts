import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSecret } from '#platform/config/secret.ts';
import { PushBrowser } from '#tests/support/push-service.ts';
import { isPublicAddress, problemOfEndpoint, publicLookup } from './push-address.ts';
import { createPushDelivery, type DeliveryOptions } from './push-delivery.ts';
import { loadWebPush } from './vapid-keys.ts';

describe('the address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:DEF-_1',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGx',
    'https://wns2-par02p.notify.windows.com/w/?token=BQ%3d%3d',
    'https://push.example:443/x',
  ])('may be %s', (endpoint) => {
    expect(problemOfEndpoint(endpoint)).toBeUndefined();
  });

  it.each([
    'http://push.example.com/x',
    'javascript:alert(1)',
    'push.example.com/x',
    'https://user@push.example.com/x',
    'https://push.example.com:8443/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://１２７.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[fd00:ec2::254]/x',
    'https://169.254.169.254/latest/meta-data/',
    'https://8.8.8.8/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://redis/x',
    'https://db.localhost/x',
    'https://metadata.google.internal/x',
    'https://printer.local/x',
    `https://push.example.com/${'x'.repeat(1024)}`,
  ])('is never %s', (endpoint) => {
    expect(problemOfEndpoint(endpoint)).toBeTypeOf('string');
  });

  it.each([
    ...['127.0.0.1', '127.255.255.254', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
    ...['100.64.0.1', '0.0.0.0', '192.0.0.192', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::7f00:1', '::ffff:10.0.0.1', '::ffff:0:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...['fe80::1', 'fec0::1', 'fd00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1', '2001::1', 'nonsense', ''],
  ])('is not reached at %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '142.250.185.74', '2a00:1450:4001:830::200a', '::ffff:8.8.8.8'])(
    'is reached at %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

it('ends a call to a push service that takes the connection and stays silent', async () => {
  const silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const trustedOrigin = `https://127.0.0.1:${port}`;
  const sent = await send({ trustedOrigin, answerMs: 50 }, `${trustedOrigin}/x`);
  expect(sent).toMatchObject({ outcome: 'delayed' });
  silent.close();
  await once(silent, 'close');
});

async function send(options: DeliveryOptions, to = 'https://push.example.com/x') {
  const keys = (await loadWebPush()).generateVAPIDKeys();
  const delivery = createPushDelivery({ keys: async () => keys, contact: 'mailto:operator@dot.test' }, options);
  const { endpoint, keys: browserKeys } = new PushBrowser(to).subscription;
  return delivery.send({
    to: { endpoint, ...browserKeys },
    payload: { to: 's', kind: 'request', tag: 'a', title: 'Ada', line: 'wants to connect', path: '/requests', at: 0 },
    ttlSeconds: 60,
    urgency: 'normal',
    topic: newSecret().slice(0, 32),
  });
}

describe('a name that leads to this machine', () => {
  let server: Server;
  let visitors: Socket[];
  beforeEach(async () => {
    visitors = [];
    server = createServer((socket) => void visitors.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const socket of visitors) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  it.each([[['127.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::1']], [['::ffff:127.0.0.1']]])(
    'is never called: %j',
    async (addresses) => {
      expect(await send({ resolve: async () => addresses })).toEqual({
        outcome: 'delayed',
        reason: 'the push service has an address that is not public',
      });
      expect(visitors).toEqual([]);
    },
  );

  it.each([true, false])('is looked up once, and the connection gets the addresses that were checked', async (all) => {
    const answers = [['8.8.8.8', '2a00:1450:4001:830::200a'], ['127.0.0.1']];
    const lookup = publicLookup(async () => answers.shift() ?? []);
    const found = await new Promise((resolve) => {
      lookup('push.example.com', { all }, (_error, ...result) => resolve(result));
    });
    const [four, six] = [
      { address: '8.8.8.8', family: 4 },
      { address: '2a00:1450:4001:830::200a', family: 6 },
    ];
    expect(found).toEqual(all ? [[four, six]] : ['8.8.8.8', 4]);
  });

  it('that cannot be found is tried again later', async () => {
    const failing = send({ resolve: () => Promise.reject(new Error('queryA ENOTFOUND push.example.com')) });
    expect(await failing).toMatchObject({ outcome: 'delayed' });
    expect(await send({ resolve: async () => [] })).toMatchObject({ outcome: 'delayed' });
  });
});
