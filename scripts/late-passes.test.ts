import { expect, it } from 'vitest';
import { latePasses } from './late-passes.ts';

const spec = (title: string, status: string, tries: number) => ({
  title,
  file: 'back.e2e.ts',
  line: 7,
  tests: [{ projectName: 'phone', status, results: Array.from({ length: tries }, () => ({})) }],
});

it('browser tests that needed another try are named with how many they needed, wherever they stand', () => {
  const inner = { specs: [spec('goes back', 'flaky', 2), spec('fails', 'unexpected', 3)] };
  const outer = { specs: [spec('is quick', 'expected', 1), spec('goes on', 'flaky', 3)], suites: [inner] };
  expect(latePasses({ suites: [outer] })).toEqual([
    'passed only at its third try: [phone] back.e2e.ts:7 goes on',
    'passed only at its second try: [phone] back.e2e.ts:7 goes back',
  ]);
});
