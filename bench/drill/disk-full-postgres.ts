import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type OwnServer, startOwnPostgres } from '#tests/support/own-servers.ts';
import { isAlive, upstreamPid } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import type { Drill, DrillResult } from './drill.ts';
import { SmallDisk } from './small-disk.ts';
import { productUnderLoad, withOwnServer } from './with-product.ts';

const fullMs = { small: 1500, full: 5_000 };

/** Only the tables are on the full disk, as where the write-ahead log has a disk of its own. PostgreSQL answers 53100. */
export const tablesFull: Drill = {
  name: 'disk full (PostgreSQL’s tables)',
  promised:
    'Writes that need space get 503 `unavailable`, reading goes on, no process ends; with space again all works within 5 s by itself; nothing that was acknowledged is lost.',
  run: (size) =>
    onSmallDisk(128, (disk) => {
      // A tablespace belongs to the user that PostgreSQL runs as.
      spawnSync('chown', ['postgres', disk.folder]);
      return withOwnServer(startOwnPostgres, async (postgres) => {
        await runSql(postgres.url, `create tablespace small location '${disk.folder}'`);
        await runSql(postgres.url, 'create database dotcode tablespace small');
        const url = new URL('/dotcode', postgres.url).href;
        return productUnderLoad(size, { DATABASE_URL: url }, ({ product }) => {
          let upstream: number;
          let longestReturnMs = 0;
          let refusedInAll = 0;
          return {
            healthyWithinMs: fullMs[size] + 10_000,
            async fault(_, { url: gateway, promises }) {
              upstream ??= await upstreamPid(product);
              const writer = await signUp(gateway);
              const until = performance.now() + fullMs[size];
              let refused = 0;
              while (performance.now() < until) {
                disk.fill();
                const write = await writer.post('/api/create-project', largeProject());
                if (write.status === 503 && write.body.code === 'unavailable') refused += 1;
                const read = await writer.get('/api/user/feed');
                promises.check(read.status === 200, `reading answered ${read.status}`);
                await new Promise((resolve) => setTimeout(resolve, 100));
              }
              promises.check(refused > 0, 'no write was refused, so nothing was full');
              refusedInAll += refused;
              disk.free();
              const freed = performance.now();
              await untilItWrites(writer);
              longestReturnMs = Math.max(longestReturnMs, performance.now() - freed);
              promises.checkTime(longestReturnMs, 5000, 'it took longer than 5 s after space came back');
            },
            judge({ codes }, promises) {
              promises.checkCodes(codes, ['unavailable']);
              promises.check(isAlive(product.pid) && isAlive(upstream), 'a process of ours ended');
            },
            facts: () => [
              `a tablespace of 128 MB, filled up for ${fullMs[size] / 1000} s: ${refusedInAll} writes refused`,
              `the first write with space again was answered after ${Math.round(longestReturnMs)} ms at most`,
            ],
          };
        });
      });
    }),
};

/** Without space for its write-ahead log PostgreSQL ends (PANIC), and cannot start before there is space again. */
export const serverFull: Drill = {
  name: 'disk full (PostgreSQL with its log)',
  promised:
    'PostgreSQL ends; calls get 503 `unavailable`, no process of ours ends; with space again and PostgreSQL started, all works within 10 s; nothing that was acknowledged is lost.',
  run: (size) =>
    onSmallDisk(192, (disk) => {
      return withOwnServer(
        () => startOwnPostgres(disk.folder),
        (postgres) =>
          productUnderLoad(size, { DATABASE_URL: postgres.url }, ({ product }) => {
            let upstream: number;
            return {
              healthyWithinMs: fullMs[size] + 20_000,
              rounds: 1,
              async fault(_, { url: gateway, promises }) {
                upstream ??= await upstreamPid(product);
                const writer = await signUp(gateway);
                disk.fill();
                await untilEnded(postgres, writer);
                const write = await writer.post('/api/create-project', largeProject());
                promises.check(write.body.code === 'unavailable', `a write answered ${write.status}`);
                disk.free();
                await postgres.start();
                await untilItWrites(writer);
              },
              judge({ codes }, promises) {
                promises.checkCodes(codes, ['unavailable']);
                promises.check(isAlive(product.pid) && isAlive(upstream), 'a process of ours ended');
              },
              facts: () => ['a file system of 192 MB, filled up until PostgreSQL ended, then freed'],
            };
          }),
      );
    }),
};

async function onSmallDisk(
  megabytes: number,
  use: (disk: SmallDisk) => Promise<DrillResult | { skipped: string }>,
): Promise<DrillResult | { skipped: string }> {
  const disk = SmallDisk.mount(megabytes);
  if (disk === undefined) return { skipped: 'Only root may mount a small file system.' };
  try {
    return await use(disk);
  } finally {
    disk.unmount();
  }
}

async function signUp(gateway: string): Promise<TestClient> {
  const client = new TestClient(gateway);
  await client.post('/api/signup', {
    firstName: 'Avid',
    lastName: 'Writer',
    emailId: `writer.${randomBytes(6).toString('hex')}@mail.test`,
    password: 'Test#Passw0rd',
  });
  return client;
}

/** Random, so that it cannot be compressed, and larger than the free space of any page. */
function largeProject(): { projectName: string; description: string } {
  return { projectName: 'Large', description: randomBytes(2500).toString('hex') };
}

async function untilItWrites(writer: TestClient): Promise<void> {
  const start = performance.now();
  while ((await writer.post('/api/create-project', largeProject())).status >= 400) {
    if (performance.now() - start > 30_000) throw new Error('it does not write again');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function untilEnded(postgres: OwnServer, writer: TestClient): Promise<void> {
  const start = performance.now();
  while (isAlive(postgres.pid())) {
    if (performance.now() - start > 60_000) throw new Error('PostgreSQL goes on with a full disk');
    await writer.post('/api/create-project', largeProject());
    // The next checkpoint and the next segment of the log need space.
    await runSql(postgres.url, 'select pg_switch_wal()').catch(() => undefined);
  }
}

async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}
