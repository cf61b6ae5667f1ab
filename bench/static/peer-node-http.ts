import { existsSync, readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { sayPort } from '#bench/harness/say-port.ts';

// The least that node:http can do: bytes from a Map, no header but their length, no stream for a body that is not
// there. `peer-node-http.ts folder`.
const folder = process.argv[2] ?? '.';
const bodies = new Map([['/', readFileSync(`${folder}/index.html`)]]);
for (const name of readdirSync(`${folder}/assets`)) {
  const file = `${folder}/assets/${name}`;
  bodies.set(`/assets/${name}`, readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file));
}
const server = http.createServer({ optimizeEmptyRequests: true }, (req, res) => {
  const body = bodies.get(req.url ?? '/') ?? Buffer.alloc(0);
  res.writeHead(200, ['Content-Length', String(body.length)]).end(body);
});
server.listen(0, '127.0.0.1', () => sayPort(server));
