import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { findProgram } from './processes.ts';

/** Date, machine and its load before the run, without host names or folders. */
export function describeMachine(): string {
  const packages = ['express', 'http-proxy-middleware', 'fastify', '@fastify/http-proxy', 'sirv'];
  const versions = [
    `Node ${process.versions.node}`,
    ...packages.map((name) => `${name} ${versionOf(name)}`),
    ...[outputOf('nginx', ['-v'], /nginx\/([\d.]+)/), outputOf('caddy', ['version'], /([\d.]+)/)].filter(Boolean),
  ];
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`;
  return `*${when} UTC; ${machine}; load average before ${loadavg()[0]?.toFixed(1)}; ${versions.join(', ')}.*`;
}

function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function outputOf(name: string, args: string[], version: RegExp): string {
  const program = findProgram(name);
  if (program === undefined) return '';
  try {
    // nginx prints its version on standard error.
    const text = execFileSync('sh', ['-c', `"$0" "$@" 2>&1`, program, ...args], { encoding: 'utf8' });
    return `${name} ${version.exec(text)?.[1] ?? ''}`;
  } catch {
    return '';
  }
}
