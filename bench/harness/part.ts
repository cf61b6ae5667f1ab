/** How long to measure. The small size prints every table within seconds, for the smoke test. */
export interface Size {
  rounds: number;
  /** Length of one sample. */
  milliseconds: number;
  isSmall: boolean;
  /** Also measures the upstream at a million people. */
  isLarge: boolean;
}

export interface Part {
  name: string;
  title: string;
  /** Measures, and returns Markdown. */
  run(size: Size): Promise<string>;
}
