import { resolve } from 'node:path';

export interface ReadyFacts {
  url: string;
  /** Unset when the gateway serves another upstream, whose data it does not know. */
  databaseUrl?: string | undefined;
  upstreamUrl?: URL | undefined;
  demoAccount?: { emailId: string; password: string } | undefined;
}

/** The text that ends a start: a block for the person at the terminal, or one JSON line whatever LOG_LEVEL says. */
export function readyMessage(format: 'text' | 'json', facts: ReadyFacts, color: (text: string) => string): string {
  const { url, upstreamUrl, demoAccount } = facts;
  if (format === 'json') {
    const entry = { level: 30, time: new Date().toISOString(), program: 'gateway', pid: process.pid, url };
    const other = upstreamUrl && { upstream: upstreamUrl.origin };
    return `${JSON.stringify({ ...entry, ...other, msg: 'DotCode is ready' })}\n`;
  }
  const rows: [string, string][] = [['DotCode is ready', color(url)]];
  if (demoAccount) rows.push(['Demo account', `${demoAccount.emailId}  ${demoAccount.password}`]);
  rows.push(dataRow(facts), ['Stop', 'Ctrl+C']);
  return `\n${rows.map(([name, value]) => `  ${name.padEnd(18)}${value}\n`).join('')}\n`;
}

function dataRow({ databaseUrl, upstreamUrl }: ReadyFacts): [string, string] {
  if (databaseUrl === undefined) return ['Upstream', upstreamUrl?.origin ?? 'unknown'];
  const file = /^sqlite:(.+)$/.exec(databaseUrl)?.[1];
  // The address of a PostgreSQL server may carry a password.
  if (file === undefined)
    return ['Data', `PostgreSQL on ${URL.parse(databaseUrl)?.host ?? 'the server of DATABASE_URL'}`];
  return ['Data', file === ':memory:' ? 'in memory, lost at the end' : resolve(file)];
}
