import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isAlive, readyUrl, startProduct, upstreamPid } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { type Drill, Promises } from './drill.ts';
import { underLoad } from './under-load.ts';

const fullMs = { small: 1500, full: 10_000 };

export const diskFull: Drill = {
  name: 'disk full (SQLite)',
  promised:
    'Writes get 503 `unavailable`, reading goes on, no process ends; with space again all works within 5 s by itself; nothing that was acknowledged is lost, the file is intact.',
  async run(size) {
    const folder = mkdtempSync(join(tmpdir(), 'dotcode-drill-'));
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'dotcode-drill', folder]).status !== 0) {
      rmSync(folder, { recursive: true });
      return { skipped: 'A small file system cannot be mounted here (it takes root).' };
    }
    const promises = new Promises();
    const file = join(folder, 'dotcode.db');
    const product = startProduct({ DATABASE_URL: `sqlite:${file}` });
    try {
      const url = await readyUrl(product);
      const child = upstreamPid(product);
      const reader = new TestClient(url);
      await reader.post('/api/signup', {
        firstName: 'Avid',
        lastName: 'Reader',
        emailId: 'avid.reader@mail.test',
        password: 'Test#Passw0rd',
      });
      const result = await underLoad({
        url,
        databaseUrl: `sqlite:${file}`,
        size,
        promises,
        async fault() {
          const fillers = [fill(join(folder, 'filler'))];
          const until = performance.now() + fullMs[size];
          let [refused, served] = [0, 0];
          while (performance.now() < until) {
            // What SQLite gives back meanwhile, at a checkpoint, is taken as well.
            fillers.push(fill(join(folder, `filler-${fillers.length}`)));
            const write = await reader.patch('/api/profile/edit', { about: 'x'.repeat(500) });
            if (write.status === 503 && write.body.code === 'unavailable') refused += 1;
            const read = await reader.get('/api/user/feed');
            if (read.status === 200) served += 1;
            else promises.check(false, `reading answered ${read.status}`);
          }
          promises.check(refused > 0, 'no write was refused, so the disk was not full');
          promises.check(served > 0, 'nothing could be read');
          for (let i = 0; i < fillers.length; i += 1) rmSync(join(folder, i === 0 ? 'filler' : `filler-${i}`));
        },
        judge({ codes }) {
          const others = Object.keys(codes).filter((code) => code !== 'unavailable');
          promises.check(others.length === 0, `it also answered ${others.join(', ')}`);
          promises.check(isAlive(product.pid) && isAlive(child), 'a process of ours ended');
        },
        async end() {
          await product.end();
          const db = new DatabaseSync(file);
          const intact = db.prepare('pragma integrity_check').get()?.integrity_check;
          db.close();
          promises.check(intact === 'ok', `the file is damaged: ${intact}`);
        },
      });
      promises.check(
        (result.healthyAfterMs ?? 0) < fullMs[size] + 5000,
        'it took longer than 5 s after space came back',
      );
      result.facts.push(`full for ${fullMs[size] / 1000} s`);
      return result;
    } finally {
      await product.end();
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Takes all the space there is. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 64 * 1024; size >= 1; size = Math.floor(size / 4)) writeWhilePossible(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
}

function writeWhilePossible(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
