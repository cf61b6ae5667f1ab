import { type Logger, pino } from 'pino';
import { logDestination } from '#platform/log/log-destination.ts';
import type { GatewayConfig } from '#server/config/config.ts';

/** The gateway's log on standard output. Entries name their fields one by one and never hold a whole request. */
export async function openLog({ logLevel }: Pick<GatewayConfig, 'logLevel'>): Promise<Logger> {
  const base = { program: 'gateway', pid: process.pid };
  return pino({ level: logLevel, base, timestamp: pino.stdTimeFunctions.isoTime }, await logDestination());
}
