import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startGateway } from '#tests/support/start-gateway.ts';
import { isAlive, readyUrl, startProduct, upstreamPid } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { createUpstream } from '#upstream/app.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { type Drill, Promises } from './drill.ts';
import { SmallDisk } from './small-disk.ts';
import { underLoad } from './under-load.ts';

/** Enough for the data and its log of at most 16 MB: only the drill fills the disk. */
const megabytes = 64;
const fullMs = { small: 1500, full: 5_000 };

export const diskFull: Drill = {
  name: 'disk full (SQLite)',
  promised:
    'Writes get 503 `unavailable`, reading goes on, no process ends; with space again all works within 5 s by itself; nothing that was acknowledged is lost, the file is intact.',
  async run(size) {
    const promises = new Promises(size);
    const disk = SmallDisk.mount(megabytes);
    const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'dotcode-drill-'));
    let started: Place | undefined;
    try {
      const place = disk === undefined ? await withFewPages(folder) : await onSmallDisk(disk);
      started = place;
      const reader = new TestClient(place.url);
      await reader.post('/api/signup', {
        firstName: 'Avid',
        lastName: 'Reader',
        emailId: 'avid.reader@mail.test',
        password: 'Test#Passw0rd',
      });
      let longestReturnMs = 0;
      return await underLoad({
        url: place.url,
        databaseUrl: `sqlite:${place.file}`,
        size,
        promises,
        async fault() {
          const until = performance.now() + fullMs[size];
          let [refused, served] = [0, 0];
          while (performance.now() < until) {
            // Fills the space that SQLite frees at a checkpoint, too.
            await place.fill();
            const write = await reader.patch('/api/profile/edit', { about: 'x'.repeat(500) });
            if (write.status === 503 && write.body.code === 'unavailable') refused += 1;
            const read = await reader.get('/api/user/feed');
            if (read.status === 200) served += 1;
            else promises.check(false, `reading answered ${read.status}`);
            // Far below the rate limit of a session.
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
          promises.check(refused > 0, 'no write was refused, so nothing was full');
          promises.check(served > 0, 'nothing could be read');
          await place.free();
          const freed = performance.now();
          while ((await reader.patch('/api/profile/edit', { about: 'again' })).status !== 200)
            if (performance.now() - freed > 30_000) throw new Error('it does not write again');
          longestReturnMs = Math.max(longestReturnMs, performance.now() - freed);
        },
        judge({ codes }) {
          promises.checkCodes(codes, ['unavailable']);
          promises.check(place.isAlive(), 'a process of ours ended');
        },
        async end() {
          await place.stop();
          const db = new DatabaseSync(place.file);
          const intact = db.prepare('pragma integrity_check').get()?.integrity_check;
          db.close();
          promises.check(intact === 'ok', `the file is damaged: ${intact}`);
          promises.checkTime(longestReturnMs, 5000, 'it took longer than 5 s after space came back');
        },
        facts: () => [
          `${place.how}, for ${fullMs[size] / 1000} s`,
          `the first write with space again was answered after ${Math.round(longestReturnMs)} ms at most`,
        ],
      });
    } finally {
      await started?.stop();
      disk?.unmount();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Place {
  url: string;
  file: string;
  /** How the disk was filled. */
  how: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  isAlive(): boolean;
  stop(): Promise<void>;
}

async function onSmallDisk(disk: SmallDisk): Promise<Place> {
  const file = join(disk.folder, 'dotcode.db');
  const product = startProduct({ DATABASE_URL: `sqlite:${file}`, RATE_LIMIT_FACTOR: '1000' });
  const url = await readyUrl(product);
  const child = await upstreamPid(product);
  let isFull = false;
  return {
    url,
    file,
    how: `a file system of ${megabytes} MB, filled up`,
    async fill() {
      if (!isFull) emptyLog(file);
      isFull = true;
      disk.fill();
    },
    async free() {
      isFull = false;
      disk.free();
    },
    isAlive: () => isAlive(product.pid) && isAlive(child),
    stop: () => product.end(),
  };
}

/** For machines that allow no mount: SQLite fails in the same way when its file may not grow. */
async function withFewPages(folder: string): Promise<Place> {
  const file = join(folder, 'dotcode.db');
  const config = loadConfig({ DATABASE_URL: `sqlite:${file}`, DEMO: 'off' });
  const connection = await connect(config.databaseUrl);
  await migrate(connection);
  const upstream = createUpstream({ config, connection, log: pino({ level: 'silent' }) });
  await new Promise<void>((resolve) => upstream.server.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.server.address() as AddressInfo;
  const gateway = await startGateway({ upstreamUrl: `http://127.0.0.1:${port}` });
  const mostPages = async (pages: number) => {
    await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(connection.db);
  };
  let isStopped = false;
  return {
    url: gateway.url,
    file,
    how: 'SQLite’s file kept from growing, because no small file system can be mounted here',
    fill: () => mostPages(1),
    free: () => mostPages(1_000_000_000),
    isAlive: () => true,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await gateway.close();
      await upstream.close(500);
      await connection.close();
    },
  };
}

/**
 * SQLite overwrites the part of its log that was copied into the database, which needs no space: the disk would not be
 * full for seconds.
 */
function emptyLog(path: string): void {
  const db = new DatabaseSync(path, { timeout: 5000 });
  const isBusy = db.prepare('pragma wal_checkpoint(truncate)').get()?.busy;
  db.close();
  if (isBusy !== 0) throw new Error('the log of the database was in use for five seconds');
}
