import { randomUUID } from 'node:crypto';
import { type Prometheus, startOwnPrometheus } from '#tests/support/own-prometheus.ts';
import { eventually, type Product } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';

export const metricsEnv = { METRICS_PORT: '0', UPSTREAM_METRICS_PORT: '0' };

/** A running product as its operator sees it: its metrics, its alerts, and whether a user can write. */
export interface SiteWatch {
  /** A metric of the upstream, and how long the answer took. */
  metric(name: string): Promise<{ value: number; ms: number }>;
  /** Signs somebody up; says the status, how long it took, and the address of the new account. */
  write(): Promise<{ status: number; ms: number; emailId: string }>;
  /** Milliseconds until a write works, and the longest that one took meanwhile. */
  untilItWrites(): Promise<{ ms: number; longestMs: number }>;
  /** Milliseconds until the alert fires by a scrape; undefined where Prometheus is not installed. */
  fires(alert: string): Promise<number | undefined>;
  end(): Promise<void>;
}

/** The output of the programs so far, in which they log the ports of their metrics. */
type Output = Pick<Product, 'stdout'>;

/** Starts with a healthy product whose environment has `metricsEnv`. */
export async function watchSite(product: Output, url: string): Promise<SiteWatch> {
  await eventually(() => metricsPorts(product).length === 2);
  const [gateway = 0, upstream = 0] = await sortPorts(metricsPorts(product));
  const prometheus: Prometheus | undefined = await startOwnPrometheus({ gateway, upstream });
  const timed = async <Value>(work: () => Promise<Value>) => {
    const startedAt = performance.now();
    const value = await work();
    return { value, ms: performance.now() - startedAt };
  };
  const write: SiteWatch['write'] = async () => {
    const emailId = `${randomUUID()}@mail.test`;
    const person = { firstName: 'Drill', lastName: 'Person', emailId, password: 'Test#Passw0rd' };
    const { value, ms } = await timed(() => new TestClient(`${url}/api`).post('/signup', person));
    return { status: value.status, ms, emailId };
  };
  return {
    async metric(name) {
      const { value: text, ms } = await timed(async () => (await fetch(`http://127.0.0.1:${upstream}/metrics`)).text());
      return { value: Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]), ms };
    },
    write,
    async untilItWrites() {
      let longestMs = 0;
      const { ms } = await timed(() =>
        eventually(async () => {
          const { status, ms } = await write();
          longestMs = Math.max(longestMs, ms);
          return status === 200;
        }, 60_000),
      );
      return { ms, longestMs };
    },
    fires: async (alert) => prometheus?.fires(alert),
    end: async () => prometheus?.end(),
  };
}

function metricsPorts(product: Output): number[] {
  return [...product.stdout().matchAll(/"metricsPort":(\d+)/g)].map(([, port]) => Number(port));
}

/** Both programs log the same line, so their metrics decide which port belongs to which. */
async function sortPorts(ports: readonly number[]): Promise<number[]> {
  const texts = await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()));
  return ports.toSorted((one, other) => Number(isUpstream(one)) - Number(isUpstream(other)));
  function isUpstream(port: number): boolean {
    return texts[ports.indexOf(port)]?.includes('upstream_open_sockets') === true;
  }
}
