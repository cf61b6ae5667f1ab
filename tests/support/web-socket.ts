import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';

export interface HandshakeOptions {
  target?: string;
  method?: string;
  origin?: string | undefined;
  headers?: string[];
  /** Without the session cookie that every handshake needs. */
  isAnonymous?: boolean;
}

/** The bytes of a browser's WebSocket handshake, with changes. */
export function handshake(options: HandshakeOptions = {}): string {
  const { target = '/api/socket.io/?EIO=4&transport=websocket', method = 'GET', headers = [] } = options;
  const origin = 'origin' in options ? options.origin : 'http://gateway.test';
  const hasCookie = headers.some((line) => /^cookie:/i.test(line));
  return [
    `${method} ${target} HTTP/1.1`,
    'Host: gateway.test',
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(hasCookie || options.isAnonymous ? [] : ['Cookie: token=session-of-the-tests']),
    ...headers,
    '\r\n',
  ].join('\r\n');
}

/** The upstream's side: accepts the upgrade and echoes every byte. */
export function acceptAndEcho(socket: Socket, key: string | undefined, ...headers: string[]): void {
  socket.write(accepted(key, ...headers));
  socket.removeAllListeners('data');
  socket.on('data', (chunk) => socket.write(chunk));
}

export function accepted(key: string | undefined, ...headers: string[]): string {
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Sec-WebSocket-Accept: ${accept}`,
    ...headers,
    '\r\n',
  ].join('\r\n');
}

/** An unmasked text frame. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new RangeError('only short frames');
  return Buffer.concat([Buffer.from([0x81, payload.length]), payload]);
}
