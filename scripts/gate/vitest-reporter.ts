import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { type SuiteResult, sentence, writeResult } from './result.ts';

/** Tells failures, flaky tests, and what Vitest never tries again: failing hooks of a group, and errors outside any test. */
export default class ClosingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const result: SuiteResult = { passed: 0, failed: [], flaky: [], skipped: [] };
    for (const module of modules) {
      for (const group of [module, ...module.children.allSuites()]) {
        const [error] = group.errors();
        if (error) result.failed.push(aboutGroup(group, error));
      }
      for (const test of module.children.allTests()) addTest(result, test);
    }
    for (const error of unhandled)
      result.failed.push(
        sentence('an error outside any test', 'Vitest', 'npx vitest run', error.stack ?? error.message),
      );
    writeResult(result);
  }
}

function addTest(result: SuiteResult, test: TestCase): void {
  const { state, errors } = test.result();
  const pattern = test.fullName.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\'"]/g, '.');
  const tell = (error?: string) =>
    sentence(
      test.fullName,
      `${test.module.relativeModuleId}:${test.location?.line}`,
      `npx vitest run ${test.module.relativeModuleId} -t '${pattern}'`,
      error,
    );
  if (state === 'failed') result.failed.push(tell(errors[0]?.message));
  else if (state !== 'passed') result.skipped.push(tell(test.meta().lacks));
  else {
    result.passed += 1;
    if (test.diagnostic()?.flaky) result.flaky.push(tell(errors?.[0]?.message));
  }
}

function aboutGroup(group: TestModule | TestSuite, error: SerializedError): string {
  const file = group.type === 'module' ? group.relativeModuleId : group.module.relativeModuleId;
  const name = group.type === 'module' ? 'loading or hooks of the file' : `hooks of ${group.fullName}`;
  return sentence(name, file, `npx vitest run ${file}`, error.message);
}
