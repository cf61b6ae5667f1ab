import { expect, it, onTestFinished } from 'vitest';
import { startHttpUpstream } from '#tests/support/http-upstream.ts';
import { createRandom, malformedRequest } from '#tests/support/malformed-requests.ts';
import { connect, readUntil } from '#tests/support/raw-exchange.ts';
import { startGateway } from '#tests/support/start-gateway.ts';

// FUZZ_REQUESTS and FUZZ_SEED set how many requests and which. A seed always sends the
// same bytes.
const count = Number(process.env.FUZZ_REQUESTS ?? 1500);
const seed = Number(process.env.FUZZ_SEED ?? 7);

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

  // An exception that nobody catches fails the test by itself: Vitest reports it. One that hangs ends it by its time.
  const random = createRandom(seed);
  /** The statuses; `closed` without an answer, as bytes after a valid request may be, or bytes that are no HTTP. */
  const answers = new Set<number | string>();
  let sent = 0;
  const work = async () => {
    while (sent < count) {
      sent += 1;
      const bytes = malformedRequest(random);
      // A hasty client closes its side at once and waits for the gateway to close.
      const isHasty = random() < 0.5;
      const socket = await connect(gateway.port);
      if (isHasty) socket.end(bytes);
      else socket.write(bytes);
      const text = await readUntil(socket, ({ length }) => !isHasty && length >= 12);
      socket.destroy();
      if (text === '') answers.add('closed');
      else answers.add(/^HTTP\/1\.1 \d{3} /.test(text) ? Number(text.slice(9, 12)) : text.slice(0, 64));
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));

  expect([...answers].filter((answer) => typeof answer === 'string' && answer !== 'closed')).toEqual([]);
  // The requests reach the parser's limits as well as the upstream behind them.
  expect([...answers]).toEqual(expect.arrayContaining([200, 400, 404, 431]));
  const reply = await fetch(`${gateway.url}/api/alive`, { headers: { connection: 'close' } });
  expect([reply.status, await reply.text()]).toEqual([200, '{}']);
  const open = () => new Promise((resolve) => gateway.server.getConnections((_error, number) => resolve(number)));
  await expect.poll(open).toBe(0);
});
