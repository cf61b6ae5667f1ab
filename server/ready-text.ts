import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { demoAccount } from '#shared/account/demo-account.ts';
import type { GatewayConfig } from './config.ts';

type Shown = Pick<GatewayConfig, 'databaseUrl' | 'upstreamUrl' | 'demo'>;

/** The text that ends a start: a block for the person at the terminal, or one JSON line whatever LOG_LEVEL says. */
export function readyText(url: string, { databaseUrl, upstreamUrl, demo }: Shown, isTerminal: boolean): string {
  if (!isTerminal) {
    const entry = { level: 30, time: new Date().toISOString(), program: 'gateway', pid: process.pid, url };
    const other = upstreamUrl && { upstream: upstreamUrl.origin };
    return `${JSON.stringify({ ...entry, ...other, msg: 'DotCode is ready' })}\n`;
  }
  const isEmbedded = upstreamUrl === undefined;
  const rows: [string, string][] = [['DotCode is ready', styleText(['bold', 'cyan'], url)]];
  if (isEmbedded && demo) rows.push(['Demo account', `${demoAccount.emailId}  ${demoAccount.password}`]);
  // The data of another upstream is not known.
  rows.push(isEmbedded ? ['Data', placeOf(databaseUrl)] : ['Upstream', upstreamUrl.origin], ['Stop', 'Ctrl+C']);
  return `\n${rows.map(([name, value]) => `  ${name.padEnd(18)}${value}\n`).join('')}\n`;
}

function placeOf(databaseUrl: string): string {
  const file = /^sqlite:(.+)$/.exec(databaseUrl)?.[1];
  // The address of a PostgreSQL server may carry a password.
  if (file === undefined) return `PostgreSQL on ${URL.parse(databaseUrl)?.host ?? 'the server of DATABASE_URL'}`;
  return file === ':memory:' ? 'in memory, lost at the end' : resolve(file);
}
