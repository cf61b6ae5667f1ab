import { startOwnRedis } from '#tests/support/own-servers.ts';
import { SeveralInstances } from '#tests/support/several-instances.ts';
import { postgresAnswers } from '#tests/support/test-database.ts';
import { type Drill, type DrillResult, Promises, type Size } from './drill.ts';
import { socketsBroke, underLoad } from './under-load.ts';
import { withOwnServer } from './with-product.ts';

export const stopEachOfSeveral: Drill = {
  name: 'SIGTERM: rolling restart',
  promised:
    'Two gateways and two upstreams over one PostgreSQL and one Redis are stopped and started one after the other under load: each ends with status 0, no request fails once it was tried again, no socket stays away for over 5 s, nothing that was acknowledged is lost or doubled.',
  run: async (size) =>
    (await postgresAnswers())
      ? withOwnServer(startOwnRedis, async (redis) => restartEach(await SeveralInstances.start(redis), size))
      : { skipped: 'No PostgreSQL answers here.' },
};

async function restartEach(instances: SeveralInstances, size: Size): Promise<DrillResult> {
  const promises = new Promises(size);
  const seen: string[] = [];
  const ended = (who: string, status: number | null) =>
    promises.check(status === 0, `${who} ended with ${status} instead of 0`);
  const restartUpstream = async (i: 0 | 1) => {
    ended(`upstream ${i + 1}`, await instances.upstreams[i].stop());
    await instances.startUpstream(i);
  };
  const restartGateway = async (i: 0 | 1) => {
    ended(`gateway ${i + 1}`, (await instances.gateways[i].stop()).status);
    await instances.gateways[i].end();
    await instances.startGateway(i);
  };
  const restarts = [
    { who: 'the first upstream', run: () => restartUpstream(0) },
    { who: 'the second upstream', run: () => restartUpstream(1) },
    { who: 'the first gateway', run: () => restartGateway(0) },
    { who: 'the second gateway', run: () => restartGateway(1) },
  ];
  try {
    return await underLoad({
      url: instances.front.url,
      databaseUrl: instances.database.url,
      size,
      promises,
      rounds: restarts.length,
      fault: async (round) => restarts[round]?.run(),
      healthy(awayMs, round) {
        const what = `${restarts[round]?.who}: ${socketsBroke(awayMs)}`;
        seen.push(what);
        promises.checkTime(Math.max(0, ...awayMs), 5000, what);
      },
      facts: () => seen,
      judge({ failedAfterRetry, codes, awayMs }) {
        promises.check(awayMs.length > 0, 'no socket was closed');
        promises.check(failedAfterRetry === 0, `${failedAfterRetry} calls failed twice: ${JSON.stringify(codes)}`);
      },
    });
  } finally {
    await instances.end();
  }
}
