import { defineConfig } from 'vitest/config';

/**
 * The tests that `npm run mutate` runs against each change of the rooms in stryker.config.json: those that call them in
 * this process. SQLite alone, because the rules do not depend on the engine and PostgreSQL would double the time.
 * MUTATE_TESTS replaces them by others, as globs with spaces between.
 */
export default defineConfig({
  test: {
    include: process.env.MUTATE_TESTS?.split(' ') ?? [
      'server/{limits,proxy}/**/*.test.ts',
      'upstream/features/**/*.test.ts',
      'tests/gateway/{attacks-on-budgets,cookies,default-transport,faults,headers,proxy,rate-limits,streams,password-filter}.test.ts',
      'tests/upstream/{chat,chat-live,chat-store,concurrency,notifications,refused-in-secret,requests}.test.ts',
    ],
    // Shared modules would be counted as covered by the first test file only.
    isolate: true,
    env: { TEST_POSTGRES_URL: 'postgres://127.0.0.1:1/none', TEST_REDIS_URL: 'redis://127.0.0.1:1' },
    testTimeout: 30_000,
    setupFiles: ['tests/setup/fail-on-console.ts'],
  },
});
