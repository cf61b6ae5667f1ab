import { eraseLog } from '#upstream/db/erase-sqlite.ts';
import type { Deps } from '#upstream/deps.ts';

/** After an erasure has been committed. Emptying the write-ahead log waits for the disk. */
export async function forgetErased(deps: Pick<Deps, 'db' | 'engine' | 'log'>): Promise<void> {
  try {
    if (!(await eraseLog(deps))) deps.log.warn('the write-ahead log is in use: erased texts stay in it for now');
  } catch (error) {
    deps.log.warn({ err: error }, 'the write-ahead log could not be emptied after an erasure');
  }
}
