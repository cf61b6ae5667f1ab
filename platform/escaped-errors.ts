import type { Logger } from 'pino';

export interface Replaceable {
  readonly log: Logger;
  /** Takes no more work, and resolves when the work under way has ended. May be called again. */
  readonly drain: () => Promise<void>;
  /** How long that may take, in milliseconds. */
  readonly withinMs: number;
}

/**
 * Replaces a process in which something was thrown that nobody caught: its state may be half changed. The first such
 * error is logged, running work ends, and the exit status makes a supervisor start another process. Node reports
 * rejections that nobody handles as uncaught exceptions, too.
 */
export function replaceOnEscapedError({ log, drain, withinMs }: Replaceable): void {
  let isEnding = false;
  const exit = () => process.exit(1);
  process.on('uncaughtException', (thrown, origin) => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(exit, withinMs);
    log.fatal({ origin, thrown: withoutText(thrown) }, 'an error that nobody caught: this process drains and ends');
    drain().then(exit, exit);
  });
}

/** The text of an error may quote a person's data, and begins the stack, too. */
function withoutText(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown, stack: '' };
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  const code = 'code' in thrown ? String(thrown.code) : undefined;
  return { type: thrown.name, code, stack: frames.join('\n') };
}
