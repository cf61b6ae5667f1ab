import type { Count, Counter } from '#platform/limits/counters.ts';

/** Why a call is refused: a sentence for the user, and headers that say how long to wait, as a flat list. */
export interface Refusal {
  readonly allowed: false;
  readonly message: string;
  readonly headers: readonly string[];
}

export interface Admitted {
  readonly allowed: true;
  /**
   * Called with the status of the answer, or undefined when the client went away before it. `asksForCode`: the password of
   * a login was right, and a code is missing.
   */
  readonly settle?: (status: number | undefined, asksForCode?: boolean) => void;
}

export type Admission = Admitted | Refusal;

export type Refuse = (counter: { rule: Counter['rule'] }, count: Pick<Count, 'resetMs' | 'startsRefusing'>) => Refusal;
