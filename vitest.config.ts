import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first: a slow file that begins last would run alone at the end. */
const first = [
  ...['bench', 'start', 'backup', 'recovery', 'push', 'feed-page', 'project-form', 'settings-page'],
  ...['router', 'search-page', 'refused-in-secret', 'mail-queue', 'concurrency', 'media', 'faults', 'jobs'],
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

/** Ways into an account and live events, which two instances must agree about. */
const dependsOnInstance = [
  ...['chat-live', 'email', 'leaving', 'message-changes', 'notifications', 'passkeys', 'privacy'],
  ...['rooms', 'sessions', 'totp'],
].map((name) => `tests/upstream/${name}.test.ts`);

/** Runs on the databases that the project names. */
const dependsOnDatabase = globSync('tests/{upstream,system}/**/*.test.ts').filter(
  (file) => !dependsOnInstance.includes(file) && readFileSync(file, 'utf8').includes('describeOnEachDatabase'),
);

/** For what hangs: no limit decides the result of a test that makes progress, however busy the machine is. */
const hangsAfterMs = 120_000;

const common = {
  // A test that is green only at its second try is named in the closing lines of `npm test`.
  retry: 1,
  testTimeout: hangsAfterMs,
  hookTimeout: hangsAfterMs,
  expect: { poll: { timeout: hangsAfterMs / 2 } },
  setupFiles: ['tests/setup/fail-on-console.ts'],
};

/** Tests over real HTTP. Those of the upstream serve no pages. */
function overHttp(name: string, include: string[], engines: readonly ('sqlite' | 'postgres')[] = ['sqlite']) {
  const servesPages = name !== 'upstream';
  return {
    test: {
      ...common,
      name,
      environment: 'node' as const,
      isolate: false,
      provide: { engines },
      globalSetup: ['tests/setup/migrated-databases.ts', ...(servesPages ? ['tests/setup/build-client.ts'] : [])],
      include,
    },
  };
}

export default defineConfig({
  test: {
    includeTaskLocation: true,
    tags: [{ name: 'once', description: 'Races, who may see, lost or doubled: never tried again.', retry: 0 }],
    // Without isolation, files share loaded modules; loading them for each file took longer than the tests.
    // Tests wait for sockets part of the time, so that two cores carry three workers; a fourth made each test slower.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          isolate: false,
          environment: 'node',
          include: ['{shared,platform,server,upstream,scripts,bench,client/build}/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          ...common,
          name: 'client',
          environment: 'jsdom',
          // jsdom is loaded once in each worker, and every file gets its own context. Loading jsdom for each
          // file took longer than its tests.
          pool: 'vmThreads',
          setupFiles: [...common.setupFiles, 'tests/setup/dom.ts'],
          include: ['client/**/*.test.{ts,tsx}'],
          exclude: ['client/build/**'],
        },
      },
      ...['gateway', 'upstream', 'system'].map((name) => overHttp(name, [`tests/${name}/**/*.test.ts`])),
      // Projects whose names begin with sweep belong to `npm run sweep`, the others to `npm test`.
      overHttp('sweep', ['tests/sweep/**/*.test.ts'], ['sqlite', 'postgres']),
      // The same files as above, on the other database.
      overHttp('sweep-postgres', dependsOnDatabase, ['postgres']),
      // These on the other database, too, where calls and sockets take turns between two instances.
      {
        test: {
          ...overHttp('sweep-instances', dependsOnInstance, ['postgres']).test,
          env: { INSTANCES: '2' },
        },
      },
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
