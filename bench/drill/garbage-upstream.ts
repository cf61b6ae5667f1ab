import { randomBytes } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { isAlive, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { type Drill, Promises } from './drill.ts';

const good = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
const rounds = { small: 1, full: 40 };

/** The upstream's replies, and whether the client must get a 502 for each. */
const garbage: [name: string, bytes: () => string, headIsBroken: boolean][] = [
  ['another protocol', () => 'SSH-2.0-OpenSSH_9.2\r\n', true],
  ['nothing', () => '', true],
  ['random bytes', () => randomBytes(500).toString('latin1'), true],
  ['a status beyond all', () => 'HTTP/1.1 8888 Odd\r\nContent-Length: 0\r\n\r\n', true],
  ['a header line without end', () => `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}`, true],
  ['two lengths', () => 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x', true],
  ['NUL in a header', () => 'HTTP/1.1 200 OK\r\nX-Odd: a\0b\r\nContent-Length: 2\r\n\r\n{}', true],
  ['half a head', () => 'HTTP/1.1 200 OK\r\nContent-Ty', true],
  ['half a body', () => 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"half":', false],
  ['a bad chunk', () => 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n', false],
  ['a trailer and a length', () => 'HTTP/1.1 200 OK\r\nTrailer: X\r\nContent-Length: 2\r\n\r\n{}', false],
];

export const garbageUpstream: Drill = {
  name: 'garbage upstream',
  promised:
    'What cannot be read becomes 502 with a code, what breaks off is broken off and never completed, the process stays, and the next good answer passes.',
  async run(size) {
    const promises = new Promises(size);
    let answer = good;
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => {
        if (answer === good) socket.write(answer, 'latin1');
        else socket.end(answer, 'latin1');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const product = startProduct({ UPSTREAM_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'fatal' });
    let [refused, brokenOff, passed] = [0, 0, 0];
    try {
      const client = new TestClient(await readyUrl(product));
      for (let round = 0; round < rounds[size]; round += 1) {
        for (const [name, bytes, headIsBroken] of garbage) {
          answer = bytes();
          try {
            const { status, body } = await client.post('/api/projects', {});
            if (status === 502) refused += 1;
            else passed += 1;
            if (status === 502) promises.check(typeof body?.code === 'string', `${name}: 502 without a code`);
            if (headIsBroken) promises.check(status === 502, `${name}: answered ${status}`);
          } catch {
            brokenOff += 1;
            promises.check(!headIsBroken, `${name}: no answer at all`);
          }
          answer = good;
          const next = await client.get('/api/projects');
          promises.check(next.status === 200, `after ${name}: the next call got ${next.status}`);
        }
      }
      promises.check(isAlive(product.pid), 'the gateway ended');
      promises.check(product.stderr() === '', 'it complained on stderr');
      return {
        facts: [
          `${garbage.length} kinds, ${rounds[size]} rounds: ${refused} answers of 502, ${brokenOff} broken off, ${passed} passed whole (a trailer's announcement is removed)`,
          'the call after each was served',
        ],
        broken: [...new Set(promises.broken)],
        healthyAfterMs: 0,
      };
    } finally {
      await product.end();
      server.close();
    }
  },
};
