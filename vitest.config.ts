import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first: a slow file that begins last would run alone at the end. */
const first = [
  'bench',
  'faults',
  'crash',
  'concurrency',
  'tracing',
  'recovery',
  'start',
  'selftest',
  'workers',
  'backup',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex(
        (name) => moduleId.endsWith(`/${name}.test.ts`) || moduleId.endsWith(`/${name}.test.tsx`),
      );
      return at === -1 ? first.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/** Longer than the default, for a busy machine. */
const expect = { poll: { timeout: 10_000 } };
const setupFiles = ['tests/setup/fail-on-console.ts'];

export default defineConfig({
  test: {
    outputFile: { json: 'test-results/vitest.json' },
    // Without isolation, files share loaded modules; loading them for each file took longer than the tests.
    // Tests mostly wait for sockets, so that two cores carry four workers.
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
          // jsdom is loaded once in each worker, and every file gets its own context. Loading jsdom for each
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
          // The upstream's tests serve no pages.
          globalSetup: [
            'tests/setup/migrated-databases.ts',
            ...(name === 'upstream' ? [] : ['tests/setup/build-client.ts']),
          ],
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
