import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { createGateway } from '#server/app.ts';
import { loadConfig } from '#server/config/config.ts';

// A client that sends nonsense: mutated, truncated, contradictory and random requests over raw sockets, against a whole
// gateway in this process. `npm run fuzz [count] [seed]`; the same seed sends the same bytes.

export interface FuzzReport {
  sent: number;
  /** Answers by status; 0: the connection was closed without one, as bytes after a valid request may have it. */
  statuses: Record<number, number>;
  /** Neither answered nor closed within the bound. */
  hangs: number;
  /** Exceptions that nobody caught. */
  crashes: string[];
  /** Answers that were no HTTP. */
  garbled: number;
  /** A normal call after it all is answered as ever. */
  alive: boolean;
  /** Heap in use after garbage collection, at a tenth of the way and at the end; without `--expose-gc`, before it. */
  heapEarly: number;
  heapLate: number;
  openConnections: number;
  milliseconds: number;
}

/** Waits for an answer or a close; all clocks of the gateway under test are far below it. */
const hangMs = 5000;
const parallel = 32;

export async function fuzz(count: number, seed: number): Promise<FuzzReport> {
  const startedAt = performance.now();
  const upstream = http.createServer((req, res) => {
    req.resume();
    res.setHeader('Content-Type', 'application/json');
    res.end('{}');
  });
  await listen(upstream);
  const upstreamUrl = `http://127.0.0.1:${portOf(upstream)}`;
  const gateway = createGateway({
    config: { ...loadConfig({ UPSTREAM_URL: upstreamUrl }), shutdownGraceMs: 500, proxyTimeoutMs: 1000 },
    upstreamUrl: new URL(upstreamUrl),
    log: pino({ level: 'silent' }),
    clientTimes: { headersMs: 400, requestMs: 800, keepAliveMs: 2000, checkMs: 50 },
  });
  await listen(gateway.server);
  const port = portOf(gateway.server);

  const report: FuzzReport = {
    sent: 0,
    statuses: {},
    hangs: 0,
    crashes: [],
    garbled: 0,
    alive: false,
    heapEarly: 0,
    heapLate: 0,
    openConnections: 0,
    milliseconds: 0,
  };
  const onCrash = (error: unknown): void => {
    report.crashes.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  process.on('uncaughtException', onCrash).on('unhandledRejection', onCrash);
  try {
    const random = createRandom(seed);
    const work = async (): Promise<void> => {
      while (report.sent < count) {
        report.sent += 1;
        if (report.sent === Math.ceil(count / 10)) report.heapEarly = heapInUse();
        const answer = await exchange(port, malformedRequest(random), random() < 0.5);
        if (answer === 'hang') report.hangs += 1;
        else if (answer === 'garbled') report.garbled += 1;
        else report.statuses[answer] = (report.statuses[answer] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    const reply = await fetch(`http://127.0.0.1:${port}/api/alive`, { headers: { connection: 'close' } });
    report.alive = reply.status === 200 && (await reply.text()) === '{}';
    report.openConnections = await new Promise((resolve) => {
      gateway.server.getConnections((_error, open) => resolve(open));
    });
    report.heapLate = heapInUse();
  } finally {
    await gateway.shutdown();
    upstream.close();
    upstream.closeAllConnections();
    process.off('uncaughtException', onCrash).off('unhandledRejection', onCrash);
  }
  report.milliseconds = Math.round(performance.now() - startedAt);
  return report;
}

async function listen(server: http.Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function portOf(server: http.Server): number {
  return (server.address() as AddressInfo).port;
}

function heapInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

type Answer = number | 'hang' | 'garbled';

/** Sends the bytes and waits for an answer; a hasty client closes its side at once and waits for the other's close. */
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
      if (text === '') finish(0);
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

type Random = () => number;

/** Mulberry32: small, fast, and the same everywhere. */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

const methods = [
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PRI',
  'get',
  'G\0T',
  '',
  'PATCH',
];
const targets = [
  '/api/x',
  '/api/login',
  '/api/socket.io/?EIO=4&transport=websocket',
  '/api/socket.io/?EIO=4&transport=polling',
  '/api/../etc/passwd',
  '/api/%2e%2e/x',
  '/api//x',
  '//evil.test/api/x',
  'http://evil.test/api/x',
  'evil.test:443',
  '*',
  '/',
  '/feed',
  '/health',
  '/assets/x.js',
  '/api/%00',
  '/api/%zz',
  '/api/\\x',
  '/api/x#y',
  '/api/é',
  `/api/${'a'.repeat(9000)}`,
  `/api/x?${'a=b&'.repeat(2000)}`,
  '',
];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1 ', 'http/1.1', 'HTTP/1.', ''];
const headers = [
  'Host: gateway.test',
  'Host: a, b',
  'Host:',
  'Host: [::1]:3000',
  'Content-Length: 5',
  'Content-Length: 5, 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 0x5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding : chunked',
  'Connection: close, cookie, host',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  'Origin: http://gateway.test',
  'Origin: null',
  'Origin: \xff\xfe',
  'Sec-Fetch-Site: cross-site',
  'Trailer: X-Sum',
  'TE: trailers, deflate',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Cookie: token=a; token=b; =; ;;; "',
  'Cookie: \x01\x02',
  'X-Forwarded-For: 1.2.3.4, , [::1, 999.9.9.9, a',
  'X-Forwarded-Host: a b c',
  'X-Forwarded-Proto: https, gopher',
  'X-Request-Id: \n',
  'Via: 1.1 dotcode-00000000',
  'Range: bytes=9-1,-,a',
  'If-None-Match: "',
  'If-Modified-Since: never',
  'Accept-Encoding: br;q=9, *;q=x',
  'Accept: ;;;',
  ': no name',
  ' folded',
  'no colon',
  'X: a\rb',
  'X: a\0b',
  `X: ${'x'.repeat(17_000)}`,
  'Keep-Alive: timeout=99999999',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
];
const bodies = [
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '5;ext="\r\nhello\r\n0\r\nX: y\r\n\r\n',
  '{"emailId": {"$gt": ""}}',
  'GET /api/smuggled HTTP/1.1\r\nHost: gateway.test\r\n\r\n',
  '\x81\x85\0\0\0\0hello',
  'x'.repeat(70_000),
];
const oddEnds = ['\n', '\r', '', '\r\r\n'];

/** Sometimes pure noise, mostly something that looks enough like HTTP to get past the first checks. */
function malformedRequest(random: Random): Buffer {
  if (random() < 0.05) return noise(random, 1 + Math.floor(random() * 2000));
  const end = random() < 0.9 ? '\r\n' : pick(random, oddEnds);
  const method = random() < 0.5 ? 'GET' : pick(random, methods);
  const version = random() < 0.9 ? 'HTTP/1.1' : pick(random, versions);
  const lines = [`${method} ${random() < 0.4 ? '/api/x' : pick(random, targets)} ${version}`];
  if (random() < 0.8) lines.push('Host: gateway.test');
  for (let i = Math.floor(random() * 5); i > 0; i -= 1) lines.push(pick(random, headers));
  if (random() < 0.02) for (let i = 0; i < 2500; i += 1) lines.push(`X-${i}: 1`);
  const request = Buffer.from(`${lines.join(end)}${end}${end}${pick(random, bodies)}`, 'latin1');
  if (random() < 0.3) mutate(random, request);
  if (random() < 0.15) return request.subarray(0, Math.floor(random() * request.length));
  if (random() < 0.1) return Buffer.concat([request, malformedRequest(random)]);
  return request;
}

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}

function mutate(random: Random, bytes: Buffer): void {
  for (let i = 1 + Math.floor(random() * 4); i > 0 && bytes.length > 0; i -= 1) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [count = 100_000, seed = 1] = process.argv.slice(2).map(Number);
  const report = await fuzz(count, seed);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  const failed = report.hangs + report.crashes.length + report.garbled;
  process.exitCode = failed > 0 || !report.alive ? 1 : 0;
}
