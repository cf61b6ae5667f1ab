/** How long to measure. The small size prints every table within seconds, for the smoke test. */
export interface Size {
  rounds: number;
  /** Length of one sample. */
  milliseconds: number;
  isSmall: boolean;
  /** Also measures the upstream at a million people, whose seeding takes minutes. */
  isLarge: boolean;
  /**
   * Databases that are seeded already, instead of seeding those of a million people. They are copied, never changed.
   */
  seeded?: readonly SeededDatabase[];
  /** The screens to measure, of parts that measure screens; all of them where it is empty. */
  only?: readonly string[];
}

export interface SeededDatabase {
  url: string;
  /** The time that `npm run seed` printed; undefined where it is not known. */
  seconds: number | undefined;
}

/** One section of bench/RESULTS.md. */
export interface Part {
  name: string;
  title: string;
  /** How many rounds give a median; five where nothing is said. It is also how many are made unless `--rounds` says more. */
  fewestRounds?: number;
  /** Measures, and returns the section's Markdown. */
  run(size: Size): Promise<string>;
  /** Writes the documents that count with the section's figures. */
  publish?(section: string): void;
}
