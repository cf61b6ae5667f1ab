import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { productVersion } from '#platform/config/product-version.ts';
import { compileCache } from '#tests/support/compile-cache.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';

const main = fileURLToPath(new URL('../../upstream/main.mjs', import.meta.url));

function start(env: Record<string, string>, args: string[] = []): ChildProcess {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, DEMO: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function ended(child: ChildProcess): Promise<{ status: number; stdout: string; stderr: string }> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The program has no output.');
  const [out, err, [status]] = await Promise.all([text(stdout), text(stderr), once(child, 'exit')]);
  return { status, stdout: out, stderr: err };
}

it('--help lists the variables that the upstream reads, and no others', async () => {
  const { status, stdout } = await ended(start({ UPSTREAM_PORT: 'not read' }, ['--help']));
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ {2}UPSTREAM_HOST /m);
  expect(stdout).not.toMatch(/^ {2}METRICS_PORT /m);
});

it('--version answers the version, and an unknown flag is refused', async () => {
  const version = { status: 0, stdout: `DotCode ${productVersion}\n`, stderr: '' };
  expect(await ended(start({}, ['--version']))).toEqual(version);
  expect(await ended(start({}, ['--prot', '80']))).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--prot'\. .*\n$/),
  });
});

it('the upstream stops on a signal, and when its parent process has ended', async () => {
  for (const stop of [(child: ChildProcess) => child.kill('SIGTERM'), (child: ChildProcess) => child.disconnect()]) {
    const database = await createTestDatabase('sqlite');
    const child = start({ DATABASE_URL: database.url, UPSTREAM_PORT: '0' });
    await once(child, 'message');
    stop(child);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await database.drop();
  }
});

it('a start that cannot succeed says why in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const database = await createTestDatabase('sqlite');
  onTestFinished(() => database.drop());
  const { port } = taken.address() as { port: number };
  const failures: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: database.url, UPSTREAM_PORT: String(port) }, /^Port \d+ on 127\.0\.0\.1 is taken: .*\.\n$/],
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
  for (const [env, sentence] of failures)
    expect(await ended(start({ UPSTREAM_PORT: '0', ...env }))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(sentence),
    });
});
