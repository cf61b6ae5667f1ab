import { AcknowledgedLoad, type LoadReport } from '#tests/support/acknowledged-load.ts';
import { eventually } from '#tests/support/start-product.ts';
import { type DrillResult, Promises, type Size } from './drill.ts';

export interface Episode {
  /** Where clients connect. */
  url: string;
  databaseUrl: string;
  size: Size;
  /** Where the drill itself notes what is not as promised. */
  promises?: Promises;
  /** How often; a drill's usual number without it. */
  rounds?: number;
  /** Breaks something; resolves when the fault is there and whatever is to be mended by hand has been. */
  fault(round: number): Promise<void>;
  /** When all works again, with how long each socket that broke was away. */
  healthy?(awayMs: readonly number[], round: number): void;
  /** What the report must show besides. */
  judge?(report: LoadReport, promises: Promises): void;
  /** Before the comparison, with the load at its end. */
  end?(): Promise<void>;
  /** Promised: from the fault until all works again. */
  healthyWithinMs?: number;
  /** What the drill has to tell besides. */
  facts?(): string[];
}

const pairs = { small: 1, full: 3 };
const between = { small: 8, full: 100 };
const times = { small: 1, full: 3 };

/** The load before, during and after a fault, several times over; then what was acknowledged against what is stored. */
export async function underLoad(episode: Episode): Promise<DrillResult> {
  const { url, databaseUrl, size, promises = new Promises(), rounds = times[size] } = episode;
  const load = await AcknowledgedLoad.start(url, { pairs: pairs[size] });
  const healthyAfter: number[] = [];
  const works = async (count: number) => {
    const until = { ...load.report.acknowledged };
    const reached = ({ messages, edits }: LoadReport['acknowledged']) =>
      messages + edits - until.messages - until.edits;
    // Chat and calls both, over every socket.
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
      await episode.fault(round);
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
  promises.check(healthyAfterMs < healthyWithinMs, `it took longer than ${healthyWithinMs / 1000} s`);
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

/** How many sockets broke, and for how long, as a few words. */
export function socketsBroke(awayMs: readonly number[]): string {
  if (awayMs.length === 0) return 'no socket broke';
  return `${awayMs.length} sockets broke, back after ${(Math.max(...awayMs) / 1000).toFixed(1)} s at most`;
}

async function compare(load: AcknowledgedLoad, databaseUrl: string) {
  const stored = await load.compare(databaseUrl);
  return { ...stored, missing: stored.lost.length };
}
