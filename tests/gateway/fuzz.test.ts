import { expect, it } from 'vitest';
import { fuzz } from '../../scripts/fuzz-gateway.ts';

it('survives 1500 malformed requests without a crash, a hang or a garbled answer, and serves on', async () => {
  const report = await fuzz(1500, 7);
  expect(report).toMatchObject({ sent: 1500, hangs: 0, crashes: [], garbled: 0, alive: true });
  expect(report.openConnections).toBeLessThanOrEqual(1);
});
