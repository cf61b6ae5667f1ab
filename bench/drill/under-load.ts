import { AcknowledgedLoad, type LoadReport } from '#tests/support/acknowledged-load.ts';
import { eventually } from '#tests/support/start-product.ts';
import type { DrillResult, Promises, Size } from './drill.ts';

export interface Episode {
  /** Where clients connect. */
  url: string;
  databaseUrl: string;
  size: Size;
  promises: Promises;
  /** Breaks something; resolves when the fault is there and whatever is to be mended by hand has been. */
  fault(): Promise<void>;
  /** What the report must show besides. */
  judge?(report: LoadReport): void;
  /** Before the comparison, with the load at its end. */
  end?(): Promise<void>;
}

const pairs = { small: 1, full: 3 };
const between = { small: 8, full: 100 };
const times = { small: 1, full: 3 };

/** The load before, during and after a fault, several times over; then what was acknowledged against what is stored. */
export async function underLoad(episode: Episode): Promise<DrillResult> {
  const { url, databaseUrl, size, promises } = episode;
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
        reached(load.report.acknowledged) >= count,
      60_000,
    );
  };
  try {
    await works(between[size]);
    for (let round = 0; round < times[size]; round += 1) {
      const start = performance.now();
      await episode.fault();
      await works(2);
      healthyAfter.push(performance.now() - start);
      await works(between[size]);
    }
  } finally {
    await load.stop();
  }
  const { report } = load;
  episode.judge?.(report);
  await episode.end?.();
  const { lost, doubled, acknowledged, missing } = await compare(load, databaseUrl);
  promises.check(lost.length === 0, `${lost.length} acknowledged writes were lost: ${lost.slice(0, 3).join(', ')}`);
  promises.check(doubled.length === 0, `${doubled.length} writes were stored twice: ${doubled.slice(0, 3).join(', ')}`);
  const codes = Object.entries(report.codes).map(([code, count]) => `${count} × ${code}`);
  return {
    facts: [
      `${times[size]} time(s)`,
      `answered meanwhile: ${codes.join(', ') || 'no error'}`,
      `repeatable calls that failed twice: ${report.failedAfterRetry}`,
      report.reconnects > 0
        ? `${report.reconnects} sockets broke, back after ${(report.longestAwayMs / 1000).toFixed(1)} s at most`
        : 'no socket broke',
    ],
    broken: promises.broken,
    healthyAfterMs: Math.max(...healthyAfter),
    acknowledged,
    stored: acknowledged - missing,
  };
}

async function compare(load: AcknowledgedLoad, databaseUrl: string) {
  const stored = await load.compare(databaseUrl);
  return { ...stored, missing: stored.lost.length };
}
