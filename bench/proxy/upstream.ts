import http from 'node:http';
import type { AddressInfo } from 'node:net';

// The upstream of the measurements: 1 kB of JSON, at once. Says its port on standard output.
const body = JSON.stringify({ items: Array.from({ length: 9 }, (_, i) => ({ _id: i, text: 'x'.repeat(90) })) });
const head = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))];
const server = http.createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
  req.resume();
  res.writeHead(200, head);
  res.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
