import { globSync, readFileSync } from 'node:fs';
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

/** Runs on the databases that the project names. */
const dependsOnDatabase = globSync('tests/{upstream,system}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('describeOnEachDatabase'),
);

/** Tests over real HTTP. Those of the upstream serve no pages. */
function overHttp(name: string, include: string[], engines: readonly ('sqlite' | 'postgres')[] = ['sqlite']) {
  const servesPages = name !== 'upstream';
  return {
    test: {
      name,
      environment: 'node' as const,
      isolate: false,
      provide: { engines },
      globalSetup: ['tests/setup/migrated-databases.ts', ...(servesPages ? ['tests/setup/build-client.ts'] : [])],
      setupFiles,
      include,
      testTimeout: hangsAfterMs,
      expect,
      hookTimeout: hangsAfterMs,
    },
  };
}

/** For what hangs: no limit decides the result of a test that makes progress, however busy the machine is. */
const hangsAfterMs = 300_000;
const expect = { poll: { timeout: hangsAfterMs / 2 } };
const setupFiles = ['tests/setup/fail-on-console.ts'];

export default defineConfig({
  test: {
    includeTaskLocation: true,
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
          testTimeout: hangsAfterMs,
          hookTimeout: hangsAfterMs,
          expect,
          include: ['{shared,platform,server,upstream,scripts,build,bench}/**/*.test.ts'],
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
          testTimeout: hangsAfterMs,
          hookTimeout: hangsAfterMs,
          expect,
          setupFiles: [...setupFiles, 'tests/setup/dom.ts'],
          include: ['client/**/*.test.{ts,tsx}'],
        },
      },
      ...['gateway', 'upstream', 'system'].map((name) => overHttp(name, [`tests/${name}/**/*.test.ts`])),
      // Projects whose names begin with sweep belong to `npm run sweep`, the others to `npm test`.
      overHttp('sweep', ['tests/sweep/**/*.test.ts'], ['sqlite', 'postgres']),
      // The same files as above, on the other database.
      overHttp('sweep-postgres', dependsOnDatabase, ['postgres']),
      // The same properties as above, on twenty times as many spellings.
      {
        test: {
          ...overHttp('sweep-spellings', ['tests/gateway/one-reading.test.ts']).test,
          env: { SPELLINGS: '10000' },
        },
      },
    ],
  },
});
