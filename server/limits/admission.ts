import type { Count, Counter } from '#runtime/limits/counters.ts';

/** Why a call is refused: a sentence for the user, and headers that say how long to wait, as a flat list. */
export interface Refusal {
  readonly allowed: false;
  readonly message: string;
  readonly headers: readonly string[];
}

/** `settle` is told the status of the answer, or undefined when the client went away before it. */
export type Admission = { readonly allowed: true; readonly settle?: (status: number | undefined) => void } | Refusal;

export type Refuse = (counter: { rule: Counter['rule'] }, count: Pick<Count, 'resetMs' | 'startsRefusing'>) => Refusal;
