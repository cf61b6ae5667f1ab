// @module-tag once
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { compileCache } from '#tests/support/compile-cache.ts';
import { createTestDatabase, describeOnEachDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const main = fileURLToPath(new URL('../../upstream/main.ts', import.meta.url));

await describeOnEachDatabase('the upstream as a process', (engine) => {
  let database: TestDatabase | undefined;
  let child: ChildProcess | undefined;
  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await database?.drop();
    database = undefined;
  });

  function spawnMain(env: Record<string, string>): ChildProcess {
    child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compileCache,
        UPSTREAM_PORT: '0',
        DEMO: 'off',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return child;
  }

  async function start(url: string): Promise<string> {
    const [message] = await once(spawnMain({ DATABASE_URL: url }), 'message');
    expect(message).toMatchObject({ type: 'listening', port: expect.any(Number) });
    return `http://127.0.0.1:${message.port}`;
  }

  it('stops on a signal, and when its parent process has ended', async () => {
    database = await createTestDatabase(engine);
    await start(database.url);
    child?.kill('SIGTERM');
    expect(await once(child as ChildProcess, 'exit')).toEqual([0, null]);
    await start(database.url);
    child?.disconnect();
    expect(await once(child as ChildProcess, 'exit')).toEqual([0, null]);
  });

  // Failures of the process do not depend on the database engine.
  if (engine === 'sqlite')
    it('says in one sentence why it cannot start', async () => {
      database = await createTestDatabase(engine);
      const url = await start(database.url);
      const running = child;
      const failures: [Record<string, string>, RegExp][] = [
        [
          { DATABASE_URL: database.url, UPSTREAM_PORT: new URL(url).port },
          /^Port \d+ on 127\.0\.0\.1 is taken: .*\.\n$/,
        ],
        [
          { DATABASE_URL: 'sqlite:/proc/nowhere/a.db' },
          /^The configuration has a problem: the data folder \/proc\/nowhere cannot be written .*\n$/,
        ],
        [
          { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
          /^The PostgreSQL server of DATABASE_URL does not answer: .*\.\n$/,
        ],
        [
          { DATABASE_URL: 'mysql://x', UPSTREAM_PORT: 'x', TRUST_PROXY: 'all' },
          /^The configuration has 3 problems:\n.* UPSTREAM_PORT .*\n.* DATABASE_URL .*\n.* TRUST_PROXY .*\n$/,
        ],
      ];
      await Promise.all(
        failures.map(async ([env, sentence]) => {
          const failing = spawnMain(env);
          let said = '';
          failing.stderr?.on('data', (chunk) => {
            said += chunk;
          });
          const [status] = await once(failing, 'close');
          expect(said).toMatch(sentence);
          expect(status).toBe(1);
        }),
      );
      child = running;
    });
});
