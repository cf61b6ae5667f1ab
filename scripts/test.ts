// `npm test`: every behaviour once, with the checks of the code, and one closing line with the totals.
import { openGate } from './gate/gate.ts';

const gate = await openGate('test');
// In CI it waits for the registry, which needs no processor.
const lockFile = gate.check('lock file', 'node scripts/checks/check-lockfile.ts', 'speaks');
await Promise.all([
  gate.check('format and lint', 'biome ci --diagnostic-level=error'),
  gate.check('types', 'tsc -b'),
  gate.check('dead code', 'knip --no-progress'),
  gate.check('bundle budgets', 'node scripts/checks/check-budgets.ts', 'speaks'),
]);
await gate.units('unit, client, gateway, upstream and system tests', '!sweep*');
await lockFile;
await gate.browser('journeys in the browser', 'journeys');
gate.end();
