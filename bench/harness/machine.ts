import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** Date, machine and its load before the run, without host names or folders. */
export function describeMachine(): string {
  const versions = ['express', 'http-proxy-middleware'].map((name) => `${name} ${versionOf(name)}`);
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`;
  const load = `load average before ${loadavg()[0]?.toFixed(1)}`;
  return `*${when} UTC; ${machine}; ${load}; Node ${process.versions.node}, ${versions.join(', ')}.*`;
}

function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
