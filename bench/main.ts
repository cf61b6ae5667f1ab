// npm run bench [-- PART ...] [--rounds 5] [--milliseconds 2500] [--small] [--large]
//   measures and prints the tables of each part. --large adds a million people, whose filling takes minutes.
// npm run bench -- drill [WORD ...] [--small]
//   breaks things on purpose under load, and says what was promised and what was held. With words, only the drills whose
//   names contain one of them.
import { parseArgs } from 'node:util';
import { chatPart } from './chat/run.ts';
import { runDrills } from './drill/drills.ts';
import { describeMachine } from './harness/machine.ts';
import type { Part } from './harness/part.ts';
import { paintPart } from './paint/run.ts';
import { proxyPart } from './proxy/run.ts';
import { startPart } from './start/run.ts';
import { staticPart } from './static/run.ts';
import { upstreamPart } from './upstream/run.ts';

export const parts: readonly Part[] = [proxyPart, staticPart, upstreamPart, paintPart, chatPart, startPart];

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      milliseconds: { type: 'string', default: '2500' },
      small: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
    },
  });
  const { small: isSmall, large: isLarge } = values;
  const [first, ...words] = positionals;
  if (first === 'drill') await runDrills(words, isSmall ? 'small' : 'full');
  else
    for (const { name, title, run } of parts) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      process.stdout.write(`\n## ${title}\n\n`);
      const rounds = isSmall ? 2 : Number(values.rounds);
      const milliseconds = isSmall ? 400 : Number(values.milliseconds);
      process.stdout.write(`${await run({ rounds, milliseconds, isSmall, isLarge })}\n\n${describeMachine()}\n`);
    }
  // Sockets of the drills' clients may still be closing and would keep the process alive.
  process.exit();
}
