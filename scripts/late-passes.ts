/** A suite of Playwright's JSON report, as far as it is read here. */
export interface BrowserSuite {
  suites?: BrowserSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: {
      projectName: string;
      status: string;
      annotations?: unknown[];
      results: { error?: { message?: string } }[];
    }[];
  }[];
}

const ordinals = ['first', 'second', 'third', 'fourth'];

/** A sentence for each browser test that passed, but not at once. */
export function latePasses({ suites = [], specs = [] }: BrowserSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName, results: { length } }) => {
        const ordinal = ordinals[length - 1] ?? `${length}th`;
        return `passed only at its ${ordinal} try: [${projectName}] ${file}:${line} ${title}`;
      }),
  );
  return [...own, ...suites.flatMap(latePasses)];
}
