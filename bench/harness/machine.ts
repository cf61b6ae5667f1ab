import { cpus, loadavg, totalmem } from 'node:os';

/** Date, machine and its load before the run, without host names or folders. */
export function describeMachine(): string {
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`;
  const load = `load average before ${loadavg()[0]?.toFixed(1)}`;
  return `*${when} UTC; ${machine}; ${load}; Node ${process.versions.node}.*`;
}
