import http from 'node:http';
import sirv from 'sirv';
import { sayPort } from '#bench/harness/say-port.ts';

// sirv with what it was precompressed to. `peer-sirv.ts folder`.
const serve = sirv(process.argv[2] ?? '.', { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 });
const server = http.createServer((req, res) => serve(req, res));
server.listen(0, '127.0.0.1', () => sayPort(server));
