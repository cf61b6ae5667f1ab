import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The program that a skipped test needs and this machine lacks. The closing lines of `npm test` name it. */
    lacks?: string;
  }
}

/** Skips the test, with what to install. CI installs everything and fails where a test is skipped. */
export function skipFor(context: TestContext, lacks: string): never {
  context.task.meta.lacks = lacks;
  return context.skip(lacks);
}
