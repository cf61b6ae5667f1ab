import { relative } from 'node:path';
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type SuiteResult, sentence, writeResult } from './result.ts';

export default class ClosingReporter implements Reporter {
  private suite: Suite | undefined;
  private readonly result: SuiteResult = { passed: 0, failed: [], flaky: [], skipped: [] };

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onError(error: TestError): void {
    this.result.failed.push(
      sentence('an error outside any test', 'Playwright', 'npx playwright test -c tests/e2e', error.message),
    );
  }

  onEnd(): void {
    for (const test of this.suite?.allTests() ?? []) this.add(test);
    writeResult(this.result);
  }

  private add(test: TestCase): void {
    const place = `${relative('.', test.location.file)}:${test.location.line}`;
    const project = test.parent.project()?.name ?? '';
    const error = test.results.find((each) => each.error !== undefined)?.error?.message;
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
    const told = sentence(
      test.titlePath().slice(2).join(' > '),
      place,
      `npx playwright test -c tests/e2e ${place} --project ${project}`,
      error ?? reason,
    );
    const outcome = test.outcome();
    if (outcome === 'unexpected') this.result.failed.push(told);
    else if (outcome === 'skipped') this.result.skipped.push(told);
    else {
      this.result.passed += 1;
      if (outcome === 'flaky') this.result.flaky.push(told);
    }
  }
}
