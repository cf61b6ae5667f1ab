/** How hard a drill presses: `small` within a few seconds, for the sweep. */
export type Size = 'small' | 'full';

export interface DrillResult {
  /** The event and the observation, a few words each. */
  facts: string[];
  /** A sentence for each broken promise. */
  broken: string[];
  /** Milliseconds from the fault to full recovery. */
  healthyAfterMs: number;
  /** Writes that the service acknowledged, and how many of those it had stored in the end, each once. */
  acknowledged: number;
  stored: number;
}

export interface Drill {
  name: string;
  promised: string;
  /** Resolves with the reason, as a sentence, when what it needs is not here. */
  run(size: Size): Promise<DrillResult | { skipped: string }>;
}

/** Collects broken promises without stopping the drill. */
export class Promises {
  readonly broken: string[] = [];
  readonly #size: Size;

  constructor(size: Size) {
    this.#size = size;
  }

  check(isHeld: boolean, otherwise: string): void {
    if (!isHeld) this.broken.push(otherwise);
  }

  /** A time that was promised. A small drill shares its machine with tests, so there it reports times and judges none. */
  checkTime(ms: number, withinMs: number, otherwise: string): void {
    this.check(this.#size === 'small' || ms < withinMs, otherwise);
  }

  /** Errors were answered with these codes and no others. */
  checkCodes(codes: Readonly<Record<string, number>>, allowed: readonly string[]): void {
    const others = Object.keys(codes).filter((code) => !allowed.includes(code));
    this.check(others.length === 0, `it also answered ${others.join(', ')}`);
  }
}
