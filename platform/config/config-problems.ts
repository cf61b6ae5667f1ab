/** Everything that is wrong with a configuration, one sentence each, without any secret in them. */
export class ConfigProblems extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    const [only = ''] = problems;
    super(
      problems.length === 1
        ? `The configuration has a problem: ${only}`
        : `The configuration has ${problems.length} problems:\n  - ${problems.join('\n  - ')}`,
    );
    this.name = 'ConfigProblems';
    this.problems = problems;
  }
}
