import { connect, type Socket } from 'node:net';

// Keeps a number of connections busy for a while and prints what it saw. Raw sockets and prepared bytes, so that the
// load costs less than what it measures: `load.ts port connections milliseconds`.
const [port = 0, connections = 64, duration = 2000] = process.argv.slice(2).map(Number);
const cookie = `token=${'eyJhbGciOiJIUzI1NiJ9'.repeat(8)}`;
const request = Buffer.from(
  [
    'GET /api/user/feed?page=1&limit=10 HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Accept: application/json, text/plain, */*',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-GB,en;q=0.9',
    'Sec-Fetch-Dest: empty',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Site: same-origin',
    `Cookie: ${cookie}`,
    '\r\n',
  ].join('\r\n'),
);

let done = 0;
let failed = 0;
let total = 0;
const latencies: number[] = [];
let running = true;

function drive(socket: Socket): void {
  let startedAt = performance.now();
  let expected = -1;
  let seen = 0;
  socket.on('data', (chunk) => {
    seen += chunk.length;
    if (expected === -1) {
      const text = chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (!text.startsWith('HTTP/1.1 200')) failed += 1;
      expected = end + 4 + length;
    }
    if (seen < expected) return;
    done += 1;
    total += 1;
    latencies.push(performance.now() - startedAt);
    expected = -1;
    seen = 0;
    if (!running) {
      socket.destroy();
      return;
    }
    startedAt = performance.now();
    socket.write(request);
  });
  socket.on('error', () => {
    failed += 1;
  });
  socket.write(request);
}

for (let i = 0; i < connections; i += 1) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => drive(socket));
  socket.once('error', () => {
    failed += 1;
  });
}
// The first quarter warms both sides up and is not counted.
setTimeout(() => {
  done = 0;
  failed = 0;
  latencies.length = 0;
}, duration / 4);
setTimeout(() => {
  running = false;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(3));
  const perSecond = Math.round(done / ((duration * 0.75) / 1000));
  process.stdout.write(`${JSON.stringify({ perSecond, total, failed, p50: at(0.5), p99: at(0.99) })}\n`);
  process.exit(0);
}, duration);
