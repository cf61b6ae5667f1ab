import { describe, expect, it } from 'vitest';
import { collectAll } from './release-memory.ts';

describe('the memory of the start', () => {
  it('is given back to the system', () => {
    let garbage: unknown[] = Array.from({ length: 300_000 }, (_, i) => ({ text: `a line of a program, ${i}` }));
    const before = process.memoryUsage().heapTotal;
    expect(garbage).toHaveLength(300_000);
    garbage = [];
    collectAll();
    expect(process.memoryUsage().heapTotal).toBeLessThan(before - 10_000_000);
  });
});
