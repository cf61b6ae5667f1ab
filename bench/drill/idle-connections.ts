import { readFileSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import { eventually, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { type Drill, Promises } from './drill.ts';
import { latencies, percentile } from './latency.ts';

const wanted = { small: 300, full: 10_000 };
const callsBeside = { small: 20, full: 200 };
const atOnce = 200;
const mostKbEach = 40;

export const idleConnections: Drill = {
  name: 'idle connections',
  promised: `10,000 kept-alive connections (as many as the machine's file limit lets) cost at most ${mostKbEach} kB each and slow nobody down; all are let go when they close.`,
  async run(size) {
    const promises = new Promises(size);
    const count = Math.min(wanted[size], openFileLimit() - 500);
    const product = startProduct({ LOG_LEVEL: 'warn' });
    const idle: Socket[] = [];
    try {
      const url = new URL(await readyUrl(product));
      const client = new TestClient(url.origin);
      await latencies(callsBeside[size], () => client.get('/api/capabilities'));
      const before = await latencies(callsBeside[size], () => client.get('/api/capabilities'));
      const memoryBefore = residentKb(product.pid);
      while (idle.length < count)
        idle.push(
          ...(await Promise.all(Array.from({ length: Math.min(atOnce, count - idle.length) }, () => openIdle(url)))),
        );
      const beside = await latencies(callsBeside[size], () => client.get('/api/capabilities'));
      const open = idle.filter((socket) => !socket.destroyed).length;
      const each = (residentKb(product.pid) - memoryBefore) / count;
      promises.check(open === count, `only ${open} of ${count} were still open`);
      promises.checkTime(percentile(beside, 50), 100, `other calls took ${percentile(beside, 50).toFixed(1)} ms`);
      if (size === 'full') promises.check(each <= mostKbEach, `each cost ${each.toFixed(1)} kB`);
      const closing = performance.now();
      for (const socket of idle) socket.destroy();
      await eventually(() => establishedAt(Number(url.port)) < 20, 30_000);
      const after = await latencies(20, () => client.get('/api/capabilities'));
      const ms = (times: number[]) => `${percentile(times, 50).toFixed(1)} / ${percentile(times, 99).toFixed(1)} ms`;
      return {
        facts: [
          `${count} connections, ${each.toFixed(1)} kB of the gateway's memory each`,
          `a call's p50 / p99: ${ms(before)} before, ${ms(beside)} beside them, ${ms(after)} after`,
        ],
        broken: promises.broken,
        healthyAfterMs: performance.now() - closing,
      };
    } finally {
      for (const socket of idle) socket.destroy();
      await product.end();
    }
  },
};

/** A kept-alive connection after one request. */
function openIdle(url: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(url.port), url.hostname, () => {
      socket.write(`HEAD /health HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
    });
    socket.once('error', reject);
    socket.once('data', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      socket.resume();
      resolve(socket);
    });
  });
}

function openFileLimit(): number {
  const line = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
  return Number(line?.[1] ?? 1024);
}

function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

/** Established connections whose local end is this port, as the kernel lists them. */
function establishedAt(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => {
      const [, address = '', , state] = line.trim().split(/\s+/);
      return address.endsWith(local) && state === '01';
    }).length;
}
