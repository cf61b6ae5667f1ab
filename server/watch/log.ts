import { type Logger, pino } from 'pino';
import { logDestination } from '#platform/log/log-destination.ts';
import { chooseLogFormat } from '#platform/log/log-format.ts';
import { createLogTime } from '#platform/log/log-time.ts';
import type { GatewayConfig } from '#server/config/config.ts';

/** The gateway's log on standard output. Entries name their fields one by one and never hold a whole request. */
export async function openLog({ logLevel, logFormat }: Pick<GatewayConfig, 'logLevel' | 'logFormat'>): Promise<Logger> {
  const format = chooseLogFormat(logFormat, process.stdout.isTTY === true);
  const base = { program: 'gateway', pid: process.pid };
  return pino({ level: logLevel, base, timestamp: createLogTime() }, await logDestination(format));
}
