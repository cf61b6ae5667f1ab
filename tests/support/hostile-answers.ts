import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { RecordedRequest } from './misbehaving-upstream.ts';
import { accepted } from './web-socket.ts';

type Bytes = string | Buffer;

/** The faults that a hostile upstream answers one call with; each ends its connection. */
export type HostileAnswer = (request: RecordedRequest, socket: Socket) => void;

export const deep = 100_000;
export const nested = (open: string, close: string): string => `${open.repeat(deep)}1${close.repeat(deep)}`;

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const whole = (body: Bytes, ...lines: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(`${[`${ok}Content-Length: ${body.length}`, ...lines].join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
const json = (body: string) => whole(body, 'Content-Type: application/json');

const says =
  (bytes: Bytes): HostileAnswer =>
  (_request, socket) =>
    socket.end(bytes, 'latin1');
/** The reset comes as soon as the bytes have left, wherever in its answer the gateway is. */
const saysAndResets =
  (bytes: Bytes): HostileAnswer =>
  (_request, socket) =>
    socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
/** For a WebSocket: agrees to it, and goes on with these bytes. */
const upgrades =
  (bytes: Bytes, ...headers: string[]): HostileAnswer =>
  (request, socket) => {
    socket.write(accepted(request.values('sec-websocket-key')[0], ...headers), 'latin1');
    socket.end(bytes, 'latin1');
  };

const named = (name: string, bytes: Bytes): [string, HostileAnswer][] => [
  [name, says(bytes)],
  [`${name}, and resets`, saysAndResets(bytes)],
];

/** Answers to calls. */
export const hostileAnswers: readonly [string, HostileAnswer][] = [
  ['resets before a byte', (_request, socket) => socket.resetAndDestroy()],
  ...named('half a status line', 'HTTP/1.1 20'),
  ...named('a head and no body', `${ok}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n`),
  ...named('half a body', `${ok}Content-Length: 10\r\n\r\n{"a"`),
  ...named('half a chunk', `${chunked}a\r\n{"a"`),
  ...named('an answer after the answer', Buffer.concat([whole('{}'), whole('{}', 'Set-Cookie: token=other')])),
  ...named('1,000 interim answers', 'HTTP/1.1 102 Processing\r\nX-A: b\r\n\r\n'.repeat(1000)),
  ...named('100 without being asked', `HTTP/1.1 100 Continue\r\n\r\n${whole('{}')}`),
  ...named(
    '101 without being asked',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nxyz',
  ),
  ...named('trailers', `${chunked}2\r\n{}\r\n0\r\nSet-Cookie: token=x\r\nContent-Length: 9\r\n__proto__: x\r\n\r\n`),
  ...named('trailers that are none', `${chunked}2\r\n{}\r\n0\r\n\x00\x01: \xff\r\n\r\n`),
  ...named('JSON arrays, deep', json(nested('[', ']'))),
  ...named('JSON objects, deep and cut', json('{"data":'.repeat(deep))),
  ...named('an array of names that every object has', json('{"__proto__":{"toString":1},"constructor":1,"data":null}')),
  ...named('gzip that is none', whole('no', 'Content-Encoding: gzip')),
  ...named('gzip of 200 MB', whole(gzipSync(Buffer.alloc(200_000_000), { level: 1 }), 'Content-Encoding: gzip')),
  ...named('headers that every object has', whole('{}', '__proto__: x', 'constructor: y', 'toString: z')),
  ...named(
    'cookies that are none',
    whole('{}', 'Set-Cookie: ;;;=', 'Set-Cookie: =', 'Set-Cookie: a=b; Path', 'Set-Cookie:'),
  ),
  ...named('a location that is none', `HTTP/1.1 302 Found\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n`),
  ...named('a connection header that names all others', whole('{}', 'Connection: content-length, date, x, __proto__')),
  ...named('a header of 20 kB', whole('{}', `X-A: ${'a'.repeat(20_000)}`)),
  ...named('3,000 headers', whole('{}', ...Array.from({ length: 3000 }, (_, i) => `X-${i}: b`))),
  ...named('status 000', 'HTTP/1.1 000 None\r\nContent-Length: 0\r\n\r\n'),
  ...named('another version', 'HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n'),
  ...named('a reason of bytes', 'HTTP/1.1 200 \xff\x01\xfe\r\nContent-Length: 0\r\n\r\n'),
  ...named('204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}'),
  ...named('a length beyond numbers', `${ok}Content-Length: ${'9'.repeat(40)}\r\n\r\n{}`),
  ...named('a chunk beyond numbers', `${chunked}${'f'.repeat(16)}\r\n{}`),
  ...named('a chunk with an extension of 20 kB', `${chunked}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
  ...named('TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
];

/** Answers to WebSocket handshakes. */
export const hostileUpgrades: readonly [string, HostileAnswer][] = [
  ...hostileAnswers.filter(([name]) => !name.includes('200 MB')),
  // The gateway reads no frames.
  ['accepts, and sends bits set everywhere', upgrades(Buffer.alloc(64, 0xff))],
  [
    'accepts, and resets',
    (request, socket) => saysAndResets(accepted(request.values('sec-websocket-key')[0]))(request, socket),
  ],
  ['accepts with a wrong key', says(accepted('other'))],
  ['accepts with cookies that are none', upgrades('', 'Set-Cookie: ;;;=', 'Set-Cookie:')],
  ['accepts with a length', upgrades('{}', 'Content-Length: 2')],
  ['accepts with chunks', upgrades('2\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked')],
  [
    'accepts another protocol',
    says('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\nPRI'),
  ],
];
