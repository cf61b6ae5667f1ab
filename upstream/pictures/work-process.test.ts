import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWorkProcess } from './work-process.ts';

type Job = { do: 'answer' | 'hang' | 'end' };

const folder = mkdtempSync(join(tmpdir(), 'dotcode-work-'));
afterAll(() => rmSync(folder, { recursive: true }));
const program = join(folder, 'program.mjs');
writeFileSync(
  program,
  `process.on('message', ({ do: what }) => {
    if (what === 'hang') for (;;);
    if (what === 'end') process.exit(1);
    process.send(process.pid);
  });
  process.on('disconnect', () => process.exit());`,
);

function start() {
  const work = createWorkProcess<Job, number>({
    program: pathToFileURL(program),
    heapMegabytes: 64,
    patienceMs: 20_000,
    idleMs: 60_000,
  });
  onTestFinished(() => work.close());
  return work;
}

describe('a job', () => {
  it('that takes too long is given up, and the next one gets a new process', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const work = start();
    const pid = await work.run({ do: 'answer' });
    const hanging = work.run({ do: 'hang' });
    vi.advanceTimersByTime(20_000);
    expect(await hanging).toBeUndefined();
    const next = await work.run({ do: 'answer' });
    expect(next).toBeGreaterThan(0);
    expect(next).not.toBe(pid);
  });

  it('that ends its process is over at once, and the next one gets a new process', async () => {
    const work = start();
    const pid = await work.run({ do: 'answer' });
    expect(await work.run({ do: 'end' })).toBeUndefined();
    const next = await work.run({ do: 'answer' });
    expect(next).toBeGreaterThan(0);
    expect(next).not.toBe(pid);
  });
});
