import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What this machine lacks for a test that was skipped: the closing lines of `npm test` say it. */
    lacks?: string;
  }
}

/** Skips the test, with what to install. CI installs everything and fails where a test is skipped. */
export function skipFor(context: TestContext, lacks: string): never {
  context.task.meta.lacks = lacks;
  return context.skip(lacks);
}
