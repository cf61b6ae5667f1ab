import type { Engine } from '#upstream/db/connection.ts';

// At a million people: how long an answer may take, in milliseconds, for all but one in a hundred.
export const feedBudgetMs: Readonly<Record<Engine, number>> = { sqlite: 3, postgres: 8 };
export const searchBudgetMs: Readonly<Record<Engine, number>> = { sqlite: 15, postgres: 25 };

/** For which one call may hold the event loop, whoever asks. */
export const heldLoopBudgetMs = 20;
