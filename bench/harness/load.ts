import autocannon from 'autocannon';
import { runByteLoad } from './byte-load.ts';
import { median, quantile } from './numbers.ts';

// Keeps a number of connections busy, with autocannon where bodies are texts: `load.ts '{"port":…,"connections":…,"milliseconds":…}'`, see `Load`.
export interface Load {
  port: number;
  connections: number;
  milliseconds: number;
  /** Requested in turn by each connection, which begins at a place of its own. */
  paths?: string[];
  /** Sent in turn, one with each request; by default a cookie as long as a session's. */
  cookies?: string[];
  /** Added to the headers of a browser. */
  headers?: Record<string, string>;
  /** Requests each path once and ends with the last. */
  isOnce?: boolean;
  /** Bodies are counted in bytes and not decoded as text: for files. */
  countsBytes?: boolean;
}

export interface Sample {
  perSecond: number;
  /** All responses, warm-up included. */
  total: number;
  /** Responses other than 2xx, broken connections and timeouts. */
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
export async function runLoad(load: Load): Promise<Sample> {
  const { port, milliseconds, isOnce = false, countsBytes = false } = load;
  const requests = prepared(load);
  const connections = isOnce ? Math.min(load.connections, requests.length) : load.connections;
  // The first quarter warms both sides up and is not counted.
  const countedFrom = performance.now() + (isOnce ? 0 : milliseconds / 4);
  const latencies: number[] = [];
  const note = (responseMs: number): void => {
    // autocannon's own histogram counts whole milliseconds.
    if (performance.now() >= countedFrom) latencies.push(responseMs);
  };
  if (countsBytes) {
    let total = 0;
    let refused = 0;
    const amount = isOnce ? requests.length : undefined;
    const unanswered = await runByteLoad({ port, requests, connections, amount, milliseconds }, (answer) => {
      total += 1;
      if (answer.status < 200 || answer.status > 299) refused += 1;
      note(answer.responseMs);
    });
    return sampleOf(latencies, countedFrom, total, refused + unanswered);
  }
  let clients = 0;
  const {
    requests: answered,
    non2xx,
    errors,
  } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    // The end is noticed with a sample only.
    sampleInt: 50,
    ...(isOnce ? { amount: requests.length } : { duration: milliseconds / 1000 }),
    setupClient(client) {
      const at = clients++ % requests.length;
      client.setRequests(
        isOnce ? requests.filter((_, i) => i % connections === at) : [...requests.slice(at), ...requests.slice(0, at)],
      );
      client.on('response', (_status, _bytes, responseMs) => note(responseMs));
    },
  });
  // Timeouts are among the errors.
  return sampleOf(latencies, countedFrom, answered.total, non2xx + errors);
}

function sampleOf(latencies: number[], countedFrom: number, total: number, failed: number): Sample {
  const seconds = (performance.now() - countedFrom) / 1000;
  return {
    perSecond: Math.round(latencies.length / seconds),
    total,
    failed,
    p50: Number(median(latencies).toFixed(3)),
    p99: Number(quantile(latencies, 0.99).toFixed(3)),
  };
}

function prepared({ paths = ['/'], cookies, headers = {} }: Load): autocannon.Request[] {
  const sessions = cookies ?? [`token=${'eyJhbGciOiJIUzI1NiJ9'.repeat(8)}`];
  // Paths and cookies turn at their own lengths; so many requests hold every pair that comes up for a long while.
  const count = paths.length === 1 ? sessions.length : Math.max(paths.length, sessions.length);
  return Array.from({ length: count }, (_, i) => ({
    path: paths[i % paths.length] ?? '/',
    headers: {
      'User-Agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      Accept: 'application/json, text/plain, */*',
      'Accept-Encoding': 'gzip, deflate, br, zstd',
      'Accept-Language': 'en-GB,en;q=0.9',
      'Sec-Fetch-Dest': 'empty',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: sessions[i % sessions.length] ?? '',
      ...headers,
    },
  }));
}
