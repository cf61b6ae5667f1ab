import type { Turn } from '#upstream/jobs/turns.ts';

/** Does what is due of work that comes again, as one instance does it, without the table of jobs. */
export async function runTurn(turn: Turn, now: number): Promise<void> {
  if ('batch' in turn) while (await turn.batch(now));
  else {
    const keys = await turn.due(now, 1000);
    for (const key of keys) await turn.one(key, now);
    if (keys.length > 0) await turn.after?.();
  }
}
