import http from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';

// sirv with what it was precompressed to. `peer-sirv.ts folder`.
const serve = sirv(process.argv[2] ?? '.', { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 });
const server = http.createServer((req, res) => serve(req, res));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
