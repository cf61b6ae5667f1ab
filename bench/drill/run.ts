// npm run drill [-- WORD ...] [--small]   breaks things on purpose under load, and says what was promised and what was held.
// With words, only the drills whose names contain one of them.
import { drills } from './drills.ts';

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const size = process.argv.includes('--small') ? 'small' : 'full';
for (const { name, promised, run } of drills) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  console.log(`\n${name}\n  promised: ${promised}`);
  const result = await run(size);
  if ('skipped' in result) {
    console.log(`  skipped: ${result.skipped}`);
    continue;
  }
  const { broken, facts, healthyAfterMs, acknowledged, stored } = result;
  console.log(`  held: ${broken.length === 0 ? 'yes' : `no: ${broken.join('; ')}`}`);
  for (const fact of facts) console.log(`  - ${fact}`);
  console.log(
    `  healthy after ${(healthyAfterMs / 1000).toFixed(1)} s; acknowledged ${acknowledged}, stored ${stored}`,
  );
  if (broken.length > 0) process.exitCode = 1;
}
// Sockets of the drills' clients may still be closing and would keep the process alive.
process.exit();
