import { AcknowledgedLoad, type LoadReport } from '#tests/support/acknowledged-load.ts';
import { eventually } from '#tests/support/start-product.ts';
import { type DrillResult, Promises, type Size } from './drill.ts';

export interface Episode {
  /** Where clients connect. */
  url: string;
  databaseUrl: string;
  size: Size;
  /** Collects broken promises that the drill finds itself. */
  promises?: Promises;
  /** Number of faults; a default where it is missing. */
  rounds?: number;
  /** Causes the fault. Resolves after manual repairs, such as starting a server again. */
  fault(round: number, at: { url: string; promises: Promises }): Promise<void>;
  /** Called after recovery with the outage of each broken socket. */
  healthy?(awayMs: readonly number[], round: number): void;
  /** Further checks of the report. */
  judge?(report: LoadReport, promises: Promises): void;
  /** Called after the load and before the comparison. */
  end?(): Promise<void>;
  /** The promised time from the fault to recovery. */
  healthyWithinMs?: number;
  /** Further notes for the report. */
  facts?(): string[];
}

const pairs = { small: 1, full: 3 };
const between = { small: 8, full: 100 };
const times = { small: 1, full: 3 };

/** Runs load before, during and after repeated faults, then compares acknowledged writes with stored ones. */
export async function underLoad(episode: Episode): Promise<DrillResult> {
  const { url, databaseUrl, size, promises = new Promises(size), rounds = times[size] } = episode;
  const load = await AcknowledgedLoad.start(url, { pairs: pairs[size] });
  const healthyAfter: number[] = [];
  const works = async (count: number) => {
    const until = { ...load.report.acknowledged };
    const reached = ({ messages, edits }: LoadReport['acknowledged']) =>
      messages + edits - until.messages - until.edits;
    // Chat messages and calls over every socket.
    await eventually(
      () =>
        load.report.acknowledged.messages > until.messages &&
        load.report.acknowledged.edits > until.edits &&
        load.connectedSockets === pairs[size] * 2 &&
        load.retries === 0 &&
        reached(load.report.acknowledged) >= count,
      60_000,
    );
  };
  try {
    await works(between[size]);
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      const broken = load.report.awayMs.length;
      await episode.fault(round, { url, promises });
      await works(2);
      healthyAfter.push(performance.now() - start);
      await works(between[size]);
      episode.healthy?.(load.report.awayMs.slice(broken), round);
    }
  } finally {
    await load.stop();
  }
  const { report } = load;
  episode.judge?.(report, promises);
  await episode.end?.();
  const { lost, doubled, acknowledged, missing } = await compare(load, databaseUrl);
  promises.check(lost.length === 0, `${lost.length} acknowledged writes were lost: ${lost.slice(0, 3).join(', ')}`);
  promises.check(doubled.length === 0, `${doubled.length} writes were stored twice: ${doubled.slice(0, 3).join(', ')}`);
  const healthyAfterMs = Math.max(...healthyAfter);
  const { healthyWithinMs = Number.POSITIVE_INFINITY } = episode;
  promises.checkTime(healthyAfterMs, healthyWithinMs, `it took longer than ${healthyWithinMs / 1000} s`);
  const codes = Object.entries(report.codes).map(([code, count]) => `${count} × ${code}`);
  return {
    facts: [
      `${rounds} time(s)`,
      `answered meanwhile: ${codes.join(', ') || 'no error'}`,
      `repeatable calls that failed twice: ${report.failedAfterRetry}`,
      socketsBroke(report.awayMs),
      ...(episode.facts?.() ?? []),
    ],
    broken: promises.broken,
    healthyAfterMs,
    acknowledged,
    stored: acknowledged - missing,
  };
}

/** Summary of the broken sockets and their outages. */
export function socketsBroke(awayMs: readonly number[]): string {
  if (awayMs.length === 0) return 'no socket broke';
  return `${awayMs.length} sockets broke, back after ${(Math.max(...awayMs) / 1000).toFixed(1)} s at most`;
}

async function compare(load: AcknowledgedLoad, databaseUrl: string) {
  const stored = await load.compare(databaseUrl);
  return { ...stored, missing: stored.lost.length };
}
