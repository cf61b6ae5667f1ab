import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startHttpUpstream } from '#tests/support/http-upstream.ts';
import { createRandom, malformedRequest } from '#tests/support/malformed-requests.ts';
import { startGateway } from '#tests/support/start-gateway.ts';

// FUZZ_REQUESTS and FUZZ_SEED set how many requests and which. A seed always sends the
// same bytes.
const count = Number(process.env.FUZZ_REQUESTS ?? 1500);
const seed = Number(process.env.FUZZ_SEED ?? 7);

/** Far longer than any timeout of the gateway under test. */
const hangMs = 60_000;
const parallel = 32;

it('malformed requests cause no crash, no hang and no answer that is not HTTP, and leave no connection', {
  timeout: 300_000 + count * 10,
}, async () => {
  const upstream = await startHttpUpstream((req, res) => {
    req.resume();
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const gateway = await startGateway({
    upstreamUrl: upstream.url,
    config: { proxyTimeoutMs: 1000 },
    tuning: { clients: { headersMs: 400, requestMs: 800, keepAliveMs: 2000, checkMs: 50 } },
  });
  onTestFinished(async () => {
    await gateway.close();
    await upstream.close();
  });

  // An exception that nobody catches fails the test by itself: Vitest reports it.
  const random = createRandom(seed);
  const answers = new Map<Answer, number>();
  let sent = 0;
  const work = async () => {
    while (sent < count) {
      sent += 1;
      const answer = await exchange(gateway.port, malformedRequest(random), random() < 0.5);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));

  expect(answers.get('hang')).toBeUndefined();
  expect(answers.get('garbled')).toBeUndefined();
  // The requests reach the parser's limits as well as the upstream behind them.
  expect([...answers.keys()]).toEqual(expect.arrayContaining([200, 400, 404, 431]));
  const reply = await fetch(`${gateway.url}/api/alive`, { headers: { connection: 'close' } });
  expect([reply.status, await reply.text()]).toEqual([200, '{}']);
  const open = () => new Promise((resolve) => gateway.server.getConnections((_error, number) => resolve(number)));
  await expect.poll(open).toBe(0);
});

/** The status; `closed` without an answer, as bytes after a valid request may be; a hang; or bytes that are not HTTP. */
type Answer = number | 'closed' | 'hang' | 'garbled';

/** Sends the bytes and waits for an answer. A hasty client closes its side at once and waits for the gateway to close. */
function exchange(port: number, bytes: Buffer, isHasty: boolean): Promise<Answer> {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const finish = (answer: Answer): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish('hang'), hangMs);
    const judge = (): void => {
      if (text === '') finish('closed');
      else finish(/^HTTP\/1\.1 \d{3} /.test(text) ? Number(text.slice(9, 12)) : 'garbled');
    };
    socket.on('data', (chunk) => {
      if (text.length < 64) text += chunk.toString('latin1');
      if (!isHasty && text.length >= 12) judge();
    });
    socket.on('end', judge);
    socket.on('error', judge);
    if (isHasty) socket.end(bytes);
    else socket.write(bytes);
  });
}
