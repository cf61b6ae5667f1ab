import { type SafetyEvent, safety } from '#platform/telemetry/safety.ts';
import type { Db } from '#upstream/db/connection.ts';
import { takeUncountedActs } from './admin-store.ts';

/** Operators' acts under the names of what moderators do; the others have no counter. */
const countedAs: Readonly<Record<string, string>> = { suspend: 'suspend', unsuspend: 'undo' };

/** Counts what the admin command has done, which runs in another process, as actions of moderators. */
export async function countOperatorActs(db: Db): Promise<void> {
  for (const act of await takeUncountedActs(db)) {
    const action = countedAs[act];
    if (action !== undefined) safety.publish({ kind: 'action', action } satisfies SafetyEvent);
  }
}
