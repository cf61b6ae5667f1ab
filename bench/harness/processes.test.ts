import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { accepts } from '#tests/support/own-servers.ts';
import { firstLine } from './processes.ts';

const starter = `
  import { startScript } from './bench/harness/processes.ts';
  const { port } = await startScript('bench/harness/json-upstream.ts', []);
  console.log(port);
  setInterval(() => undefined, 1000);
`;

it.skipIf(process.platform !== 'linux')('what was started ends with whoever started it, even by kill -9', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', starter], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Ended even when this test fails, because the runner waits for every process that holds its standard error.
  onTestFinished(() => void parent.kill('SIGKILL'));
  const port = Number(await firstLine(parent));
  expect(await accepts(port)).toBe(true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await expect.poll(() => accepts(port)).toBe(false);
});
