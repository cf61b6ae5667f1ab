// Writes what server/config/config.ts says about the environment into .env.example and into the README's table.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { envExample, readmeTable } from '#server/config/config-docs.ts';

writeFileSync('.env.example', envExample());
if (existsSync('README.md')) {
  const readme = readFileSync('README.md', 'utf8');
  const table = /^\| Variable +\| Default +\| Meaning +\|\n(\|.*\n)+/m;
  if (!table.test(readme)) throw new Error('README.md has no table that begins with | Variable | Default | Meaning |');
  writeFileSync(
    'README.md',
    readme.replace(table, () => `${readmeTable()}\n`),
  );
}
