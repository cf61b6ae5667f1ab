import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstLine } from '#bench/harness/processes.ts';
import { accepts } from '#tests/support/own-servers.ts';
import { runInGroup } from './process-group.ts';

/** A worker that says where it can be found, and then is busy for ever, deaf to signals; not with the processor. */
const worker = `
  process.on('SIGTERM', () => undefined);
  const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
    require('node:fs').writeSync(1, server.address().port + '\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;
/** Starts it, and then does as told. */
const runner = (then: string) => `
  const worker = require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(worker)}], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  worker.stdout.once('data', (port) => {
    process.stdout.write(port);
    ${then}
  });
`;
const run = (then: string, limit: number) =>
  runInGroup(process.execPath, ['--eval', runner(then)], { show: false, limit, grace: 100 });
const isGone = (port: number) => expect.poll(() => accepts(port)).toBe(false);

describe('a program and its workers', () => {
  it('end when it takes too long', async () => {
    const { isLate, status, output } = await run('', 3000);
    expect({ isLate, status }).toEqual({ isLate: true, status: 1 });
    await isGone(Number(output));
  });

  it('end too when it does not want to', async () => {
    const { isLate, output } = await run("process.on('SIGTERM', () => undefined);", 3000);
    expect(isLate).toBe(true);
    await isGone(Number(output));
  });

  it('end when it ends', async () => {
    const { isLate, status, output } = await run('process.exit(3);', 60_000);
    expect({ isLate, status }).toEqual({ isLate: false, status: 3 });
    await isGone(Number(output));
  });

  it('end on Ctrl-C, and nothing is begun any more', async () => {
    const script = `
      import { endGroupsOnSignals, runInGroup } from './scripts/process-group.ts';
      endGroupsOnSignals();
      await runInGroup(process.execPath, ['--eval', ${JSON.stringify(runner(''))}], { show: true, limit: 60_000 });
      process.exit(0);
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void parent.kill('SIGTERM'));
    const port = Number(await firstLine(parent));
    expect(await accepts(port)).toBe(true);
    parent.kill('SIGINT');
    parent.kill('SIGINT');
    expect(await once(parent, 'exit')).toEqual([130, null]);
    await isGone(port);
  });
});

it('a program that is not there has failed, and it is said why', async () => {
  const { status, output } = await runInGroup('no-such-program', [], { show: false, limit: 60_000 });
  expect(status).toBe(1);
  expect(output).toContain('no-such-program');
});
