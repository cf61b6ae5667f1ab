// Writes the documents that config/variables.ts describes: .env.example and the table in README.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { envExample, readmeTable } from '#config/documents.ts';

writeFileSync('.env.example', envExample());
if (existsSync('README.md')) {
  const readme = readFileSync('README.md', 'utf8');
  const table = /^\| Variable +\| Default +\|.*\n(\|.*\n)+/m;
  if (!table.test(readme)) throw new Error('README.md has no table that begins with | Variable | Default |');
  writeFileSync(
    'README.md',
    readme.replace(table, () => `${readmeTable()}\n`),
  );
}
