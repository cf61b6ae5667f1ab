import net from 'node:net';
import { startGateway } from '#tests/support/start-gateway.ts';
import { readyUrl, startProduct } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { type Drill, Promises } from './drill.ts';
import { latencies, percentile } from './latency.ts';

const attackers = { small: 60, full: 2000 };
const callsBeside = { small: 20, full: 100 };
/** Long after every bound: who is still connected then will not be ended. */
const patienceMs = 60_000;

export const slowloris: Drill = {
  name: 'slowloris',
  promised:
    'A client that sends its head a byte at a time is ended after 15 s (checked every 5 s); meanwhile others are served as ever.',
  async run(size) {
    const promises = new Promises(size);
    const { url, boundMs, paceMs, end } = size === 'full' ? await wholeProduct() : await shortGateway();
    try {
      const client = new TestClient(url);
      await latencies(callsBeside[size] / 2, () => client.get('/health'));
      const alone = await latencies(callsBeside[size], () => client.get('/health'));
      const lives = Array.from({ length: attackers[size] }, () => drip(url, paceMs));
      const beside = await latencies(callsBeside[size], () => client.get('/health'));
      const ends = await Promise.all(lives);
      const survivors = ends.filter((life) => life === undefined).length;
      const longest = Math.max(...ends.map((life) => life?.ms ?? patienceMs));
      const told = ends.filter((life) => life?.reply.startsWith('HTTP/1.1 408')).length;
      promises.check(survivors === 0, `${survivors} were not ended`);
      promises.checkTime(longest, boundMs + 3000, `one lived for ${Math.round(longest)} ms`);
      promises.checkTime(percentile(beside, 50), 100, `other calls took ${percentile(beside, 50).toFixed(1)} ms`);
      const ms = (times: number[]) => `${percentile(times, 50).toFixed(1)} / ${percentile(times, 99).toFixed(1)} ms`;
      return {
        facts: [
          `${attackers[size]} at once, a byte every ${paceMs} ms: the last ended after ${(longest / 1000).toFixed(1)} s, ${told} saw its 408 before their own bytes met the closed door`,
          `a call's p50 / p99: ${ms(alone)} alone, ${ms(beside)} beside them`,
        ],
        broken: promises.broken,
        healthyAfterMs: longest,
      };
    } finally {
      await end();
    }
  },
};

interface Target {
  url: string;
  /** Deadline for closing the last connection. */
  boundMs: number;
  paceMs: number;
  end(): Promise<void>;
}

async function wholeProduct(): Promise<Target> {
  const product = startProduct({ LOG_LEVEL: 'fatal' });
  return { url: await readyUrl(product), boundMs: 20_000, paceMs: 1000, end: () => product.end() };
}

/** The gateway with shorter timeouts, for the small size. */
async function shortGateway(): Promise<Target> {
  const clientTimes = { headersMs: 1000, requestMs: 4000, keepAliveMs: 5000, checkMs: 200 };
  const gateway = await startGateway({ upstreamUrl: 'http://127.0.0.1:9', clientTimes });
  return { url: gateway.url, boundMs: 1200, paceMs: 50, end: () => gateway.close() };
}

/** Sends a request head that never ends. Resolves with undefined when the gateway did not close it in time. */
function drip(url: string, paceMs: number): Promise<{ ms: number; reply: string } | undefined> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve) => {
    const start = performance.now();
    let reply = '';
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(`GET /api/projects HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `);
    });
    const pace = setInterval(() => socket.writable && socket.write('x'), paceMs);
    const patience = setTimeout(() => finish(undefined), patienceMs);
    const finish = (life: { ms: number; reply: string } | undefined) => {
      clearInterval(pace);
      clearTimeout(patience);
      socket.destroy();
      resolve(life);
    };
    socket.on('data', (chunk) => {
      reply += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.once('close', () => finish({ ms: performance.now() - start, reply }));
  });
}
