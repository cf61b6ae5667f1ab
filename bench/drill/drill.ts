/** How hard a drill presses: `small` within a few seconds for the tests, `full` for bench/DRILLS.md. */
export type Size = 'small' | 'full';

export interface DrillResult {
  /** What went on and what was seen, in a few words each. */
  facts: string[];
  /** Every promise that was broken, as a sentence; none means that all was held. */
  broken: string[];
  /** From the fault until everything worked again. */
  healthyAfterMs?: number;
  /** Writes that the service acknowledged, and how many of those it had stored in the end, each once. */
  acknowledged?: number;
  stored?: number;
}

export interface Drill {
  name: string;
  promised: string;
  /** Takes too long for the tests at any size: runs with `npm run drill` only. */
  isLong?: true;
  /** Resolves with the reason, as a sentence, when what it needs is not here. */
  run(size: Size): Promise<DrillResult | { skipped: string }>;
}

/** Notes what is not as promised, and goes on. */
export class Promises {
  readonly broken: string[] = [];

  check(isHeld: boolean, otherwise: string): void {
    if (!isHeld) this.broken.push(otherwise);
  }

  /** Errors were answered with these codes and no others. */
  checkCodes(codes: Readonly<Record<string, number>>, allowed: readonly string[]): void {
    const others = Object.keys(codes).filter((code) => !allowed.includes(code));
    this.check(others.length === 0, `it also answered ${others.join(', ')}`);
  }
}
