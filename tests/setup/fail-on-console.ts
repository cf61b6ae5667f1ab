import { afterEach, beforeEach, expect, vi } from 'vitest';

// Unexpected console output fails the test. A test that expects output mocks the method itself.
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
