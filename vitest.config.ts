import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, longest first: whichever begins last ends alone, with nothing beside it. */
const first = [
  'bench',
  'drills',
  'faults',
  'crash',
  'concurrency',
  'tracing',
  'start',
  'selftest',
  'workers',
  'backup',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at === -1 ? first.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/** A busy machine needs longer to get somewhere; what never comes still fails. */
const expect = { poll: { timeout: 10_000 } };
const setupFiles = ['tests/setup/fail-on-console.ts'];

export default defineConfig({
  test: {
    outputFile: { json: 'test-results/vitest.json' },
    // Projects that are not isolated load what their files share once in each process: it took longer than the tests.
    // Most of a test's time is waiting for sockets: each of two cores has room for one more.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          environment: 'node',
          setupFiles,
          testTimeout: 20_000,
          expect,
          include: ['{shared,config,runtime,server,telemetry,upstream,scripts,build,bench}/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'client',
          environment: 'jsdom',
          // jsdom is loaded once in each worker, and every file gets a context of its own from it: to load it for each
          // file took longer than its tests.
          pool: 'vmThreads',
          testTimeout: 20_000,
          expect,
          setupFiles: [...setupFiles, 'tests/setup/dom.ts'],
          include: ['client/**/*.test.{ts,tsx}'],
        },
      },
      ...['gateway', 'upstream', 'system'].map((name) => ({
        test: {
          name,
          environment: 'node' as const,
          isolate: false,
          // The upstream alone serves no pages.
          globalSetup: name === 'upstream' ? [] : ['tests/setup/build-client.ts'],
          setupFiles,
          include: [`tests/${name}/**/*.test.ts`],
          testTimeout: 30_000,
          expect,
          hookTimeout: 60_000,
        },
      })),
    ],
  },
});
