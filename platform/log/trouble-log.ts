import type { Logger } from 'pino';
import { reasonOf } from './reason.ts';

const oncePerMs = 10_000;

/** Notes that a service we depend on is in trouble, and why. */
export type Trouble = (service: string, error: unknown) => void;

/**
 * One line for each service in ten seconds, with the reason and how many more there were since the last line: a server
 * that is away fails every call, and the log must stay readable.
 */
export function createTroubleLog(log: Logger, now: () => number = () => performance.now()): Trouble {
  const lines = new Map<string, { at: number; unsaid: number }>();
  return (service, error) => {
    const last = lines.get(service);
    if (last !== undefined && now() - last.at < oncePerMs) {
      last.unsaid += 1;
      return;
    }
    lines.set(service, { at: now(), unsaid: 0 });
    log.warn({ service, reason: reasonOf(error), more: last?.unsaid ?? 0 }, 'a service we need is in trouble');
  };
}
