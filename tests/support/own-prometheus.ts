import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stablePort } from '#server/process/stable-port.ts';
import { eventually } from './start-product.ts';

export interface Prometheus {
  /** Resolves when the alert fires; says after how many milliseconds. */
  fires(alert: string): Promise<number>;
  firing(): Promise<string[]>;
  end(): Promise<void>;
}

/**
 * Prometheus itself with the alerts of deploy/, which scrapes every 2 s and waits 2 s where they wait minutes.
 * Undefined where it is not installed (Debian: prometheus).
 */
export async function startOwnPrometheus(ports: {
  gateway: number;
  upstream: number;
}): Promise<Prometheus | undefined> {
  if (spawnSync('prometheus', ['--version']).error) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-prometheus-'));
  const rules = readFileSync('deploy/prometheus/dotcode.rules.yml', 'utf8').replaceAll(/for: (1|5|10)m$/gm, 'for: 2s');
  writeFileSync(join(folder, 'dotcode.rules.yml'), rules);
  const job = (name: keyof typeof ports) =>
    `  - { job_name: dotcode-${name}, static_configs: [{ targets: ["127.0.0.1:${ports[name]}"] }] }`;
  const config = [
    // In production Prometheus waits ten seconds of an interval of fifteen for a scrape.
    'global: { scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 1s }',
    'rule_files: [dotcode.rules.yml]',
    'scrape_configs:',
    job('gateway'),
    job('upstream'),
  ];
  writeFileSync(join(folder, 'prometheus.yml'), config.join('\n'));
  const port = await stablePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  const ask = async (path: string): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  const firing = async (): Promise<string[]> => {
    const { data } = (await ask('/api/v1/alerts')) as { data: { alerts: Alert[] } };
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  };
  const isScraping = async (): Promise<boolean> => {
    const { data } = (await ask('/api/v1/query?query=sum(up)')) as { data: { result: { value: [number, string] }[] } };
    return data.result[0]?.value[1] === '2';
  };
  await eventually(() => isScraping().catch(() => false));
  return {
    firing,
    async fires(alert) {
      const startedAt = performance.now();
      await eventually(async () => (await firing()).includes(alert));
      return performance.now() - startedAt;
    },
    async end() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Alert {
  state: string;
  labels: { alertname: string };
}
