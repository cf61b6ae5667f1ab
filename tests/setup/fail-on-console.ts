import { afterEach, beforeEach, expect, vi } from 'vitest';

// Stray console output is a defect: a test that expects some mocks the method itself before the code runs.
const methods = ['debug', 'error', 'info', 'log', 'warn'] as const;
const calls: string[] = [];

beforeEach(() => {
  calls.length = 0;
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      calls.push(`console.${method}: ${args.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  const stray = [...calls];
  vi.restoreAllMocks();
  expect(stray, 'stray console output').toEqual([]);
});
