// `node scripts/skills/write-catalogue.ts`: checks scripts/skills/list.txt and writes shared/skills/catalogue.json from it. The list was written for
// this project, from its authors' own knowledge: no other list was copied, and it has the licence of the project (MIT).
// VERSION becomes the version of the catalogue; without it, the version that is there stays.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Catalogue } from '#shared/skills/catalogue.ts';
import { foldSpelling } from '#shared/skills/fold-spelling.ts';
import { readList } from './read-list.ts';

const target = fileURLToPath(new URL('../../shared/skills/catalogue.json', import.meta.url));
const skills = readList(readFileSync(new URL('list.txt', import.meta.url), 'utf8'), foldSpelling);
const version = process.argv[2] ?? (JSON.parse(readFileSync(target, 'utf8')) as Catalogue).version;
const rows = skills.map((skill) => `    ${JSON.stringify(skill)}`).join(',\n');
writeFileSync(target, `{\n  "version": ${JSON.stringify(version)},\n  "skills": [\n${rows}\n  ]\n}\n`);
process.stdout.write(`${skills.length} skills\n`);
