import { connect, type Socket } from 'node:net';

// Keeps a number of connections busy and reports latencies. It writes prepared bytes to raw sockets, so that the
// load costs less than what it measures: `load.ts '{"port":…,"connections":…,"milliseconds":…}'`, see `Load`.
export interface Load {
  port: number;
  connections: number;
  milliseconds: number;
  /** Requested in turn, by all connections together. */
  paths?: string[];
  method?: string;
  /** Sent in turn, one with each request; by default a cookie as long as a session's. */
  cookies?: string[];
  /** Added to the headers of a browser. */
  headers?: Record<string, string>;
  /** Requests each path once and ends with the last. */
  isOnce?: boolean;
}

export interface Sample {
  perSecond: number;
  /** All responses, warm-up included. */
  total: number;
  /** Responses other than 2xx, and broken connections. */
  failed: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
}

if (import.meta.main) {
  const sample = await runLoad(JSON.parse(process.argv[2] ?? '{}') as Load);
  process.stdout.write(`${JSON.stringify(sample)}\n`, () => process.exit(0));
}

/** Runs the load in this process. Other work of the process distorts the figures. */
export function runLoad(load: Load): Promise<Sample> {
  const { port, connections, milliseconds, isOnce = false } = load;
  const requests = prepared(load);
  const latencies: number[] = [];
  let [next, done, total, failed, open, running] = [0, 0, 0, 0, 0, true];
  let startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<Sample>();
  const sockets: Socket[] = [];

  // One read buffer for all sockets: every piece is parsed at once, and large responses make no garbage.
  const buffer = Buffer.allocUnsafe(512 * 1024);
  for (let i = 0; i < connections; i += 1) drive();
  // The first quarter warms both sides up and is not counted.
  const warmUp = isOnce ? 0 : milliseconds / 4;
  const warm = setTimeout(() => {
    [done, failed, latencies.length, startedAt] = [0, 0, 0, performance.now()];
  }, warmUp);
  const late = setTimeout(end, milliseconds);
  return promise;

  function drive(): void {
    let askedAt = 0;
    let expected = -1;
    let seen = 0;
    const callback = (count: number): boolean => {
      seen += count;
      if (expected === -1) {
        const head = buffer.toString('latin1', 0, Math.min(count, 4096));
        if (!head.startsWith('HTTP/1.1 2')) failed += 1;
        expected = head.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      }
      if (seen < expected) return true;
      done += 1;
      total += 1;
      latencies.push(performance.now() - askedAt);
      ask();
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } }, () => {
      open += 1;
      ask();
    });
    sockets.push(socket);
    socket.once('error', () => {
      failed += 1;
    });

    function ask(): void {
      expected = -1;
      seen = 0;
      askedAt = performance.now();
      const request = isOnce ? requests[next] : requests[next % requests.length];
      next += 1;
      if (running && request !== undefined) socket.write(request);
      else {
        socket.destroy();
        open -= 1;
        if (open === 0) end();
      }
    }
  }

  function end(): void {
    if (!running) return;
    running = false;
    latencies.sort((a, b) => a - b);
    const at = (share: number): number => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(3));
    const perSecond = Math.round(done / ((performance.now() - startedAt) / 1000));
    clearTimeout(warm);
    clearTimeout(late);
    for (const socket of sockets) socket.destroy();
    resolve({ perSecond, total, failed, p50: at(0.5), p99: at(0.99) });
  }
}

function prepared({ port, paths = ['/'], method = 'GET', cookies, headers = {} }: Load): Buffer[] {
  const sessions = cookies ?? [`token=${'eyJhbGciOiJIUzI1NiJ9'.repeat(8)}`];
  // Paths and cookies turn at their own lengths; so many requests hold every pair that comes up for a long while.
  const count = paths.length === 1 ? sessions.length : Math.max(paths.length, sessions.length);
  return Array.from({ length: count }, (_, i) => {
    const all = {
      Host: `127.0.0.1:${port}`,
      'User-Agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      Accept: 'application/json, text/plain, */*',
      'Accept-Encoding': 'gzip, deflate, br, zstd',
      'Accept-Language': 'en-GB,en;q=0.9',
      'Sec-Fetch-Dest': 'empty',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: sessions[i % sessions.length] ?? '',
      ...(method === 'GET' ? {} : { 'Content-Length': '0', Origin: `http://127.0.0.1:${port}` }),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return Buffer.from(`${method} ${paths[i % paths.length]} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
}
