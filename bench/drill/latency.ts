import type { TestReply } from '#tests/support/test-client.ts';

/** How long each of so many calls took, one after the other; throws when one is not answered with success. */
export async function latencies(calls: number, call: () => Promise<TestReply>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < calls; i += 1) {
    const start = performance.now();
    const { status } = await call();
    if (status !== 200) throw new Error(`a call answered ${status}`);
    times.push(performance.now() - start);
  }
  return times;
}

export function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
