import { vi } from 'vitest';

/** For what hangs. Vitest's own second would let a busy machine decide. */
const patience = { timeout: 120_000 };

/** Resolves when `check` no longer throws; with fake timers, time passes meanwhile. */
export function waitFor<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, patience);
}
