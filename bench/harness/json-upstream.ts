import { createServer } from 'node:net';
import { sayPort } from './say-port.ts';

// The upstream behind the measured gateways answers 1 kB of JSON at once. It writes prepared bytes to raw sockets, which costs
// far less than the gateways do. It handles requests without a body and prints its port on standard output.
const body = JSON.stringify({ items: Array.from({ length: 9 }, (_, i) => ({ _id: i, text: 'x'.repeat(90) })) });
const answer = Buffer.from(
  [
    'HTTP/1.1 200 OK',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Date: Thu, 01 Jan 2026 00:00:00 GMT',
    'Connection: keep-alive',
    '',
    body,
  ].join('\r\n'),
);
const server = createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (let end = rest.indexOf('\r\n\r\n'); end !== -1; end = rest.indexOf('\r\n\r\n')) {
      rest = rest.slice(end + 4);
      socket.write(answer);
    }
  });
});
server.listen(0, '127.0.0.1', () => sayPort(server));
