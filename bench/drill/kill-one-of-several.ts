import { startOwnRedis } from '#tests/support/own-servers.ts';
import { bothWorkers, SeveralInstances } from '#tests/support/several-instances.ts';
import { postgresAnswers } from '#tests/support/test-database.ts';
import { type Drill, type DrillResult, Promises, type Size } from './drill.ts';
import { socketsBroke, underLoad } from './under-load.ts';
import { withOwnServer } from './with-product.ts';

const downMs = { small: 300, full: 3000 };

export const killOneOfSeveral: Drill = {
  name: 'kill -9: one of several',
  promised:
    'Of two gateways (one of them two workers) and two upstreams over one PostgreSQL and one Redis each may die: no request fails once it was tried again, sockets are back within 5 s, nothing that was acknowledged is lost or doubled.',
  run: async (size) =>
    (await postgresAnswers())
      ? withOwnServer(startOwnRedis, async (redis) => killEach(await SeveralInstances.start(redis), size))
      : { skipped: 'No PostgreSQL answers here.' },
};

interface Fault {
  who: string;
  kill: () => Promise<unknown>;
  /** Repeats a kind of process that another step kills; left out at the small size. */
  isSecond?: true;
}

async function killEach(instances: SeveralInstances, size: Size): Promise<DrillResult> {
  const promises = new Promises(size);
  const down = () => new Promise((resolve) => setTimeout(resolve, downMs[size]));
  const killUpstream = async (i: 0 | 1) => {
    await instances.upstreams[i].kill();
    await down();
    await instances.startUpstream(i);
  };
  const killGateway = async (i: 0 | 1) => {
    await instances.gateways[i].end();
    await down();
    await instances.startGateway(i);
  };
  let workers: number[] = [];
  const killWorker = async () => {
    const [oldest] = workers;
    if (oldest !== undefined) process.kill(oldest, 'SIGKILL');
  };
  const everyFault: Fault[] = [
    { who: 'a worker', kill: killWorker },
    // Kills the oldest worker: the newest one is the replacement of the first kill, so that every socket is broken
    // once.
    { who: 'the other worker', kill: killWorker, isSecond: true },
    { who: 'an upstream', kill: () => killUpstream(0) },
    { who: 'the gateway of one process', kill: () => killGateway(0) },
    { who: 'the other upstream', kill: () => killUpstream(1), isSecond: true },
    { who: 'the gateway of two workers', kill: () => killGateway(1) },
  ];
  const faults = everyFault.filter(({ isSecond }) => size === 'full' || !isSecond);
  try {
    const seen: string[] = [];
    return await underLoad({
      url: instances.front.url,
      databaseUrl: instances.database.url,
      size,
      promises,
      rounds: faults.length,
      async fault(round) {
        // One at a time: the worker that was killed before has been replaced.
        workers = await bothWorkers(instances.gateways[1], instances.urls[1]);
        await faults[round]?.kill();
      },
      healthy(awayMs, round) {
        const what = `${faults[round]?.who}: ${socketsBroke(awayMs)}`;
        seen.push(what);
        promises.checkTime(Math.max(0, ...awayMs), 5000, what);
      },
      facts: () => seen,
      judge({ failedAfterRetry, codes }) {
        promises.check(failedAfterRetry === 0, `${failedAfterRetry} calls failed twice: ${JSON.stringify(codes)}`);
      },
    });
  } finally {
    await instances.end();
  }
}
