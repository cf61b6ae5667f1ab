// `npm run sweep`: the same behaviours in other surroundings. After `npm test`, as in CI, it also says which tests that the
// documents name ran in neither.
import { openGate } from './gate/gate.ts';

const gate = await openGate('sweep');
await gate.units('PostgreSQL, several instances, fuzz, spellings, deploy/ and drills', 'sweep*');
await gate.browser('other screens, themes and payloads in the browser', 'sweep-*');
gate.end();
