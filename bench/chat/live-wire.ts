import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LiveWireOptions {
  port: number;
  cookie: string;
  /** The client address for X-Forwarded-For. */
  address: string;
  onEvent: (name: string, payload: unknown) => void;
}

export interface LiveWire {
  /** Sends an event; its acknowledgement goes to `onAck`. */
  emit(name: string, payload: object, onAck: (answer: { ok: boolean }) => void): void;
  close(): void;
}

const noMask = Buffer.alloc(4);

/**
 * A minimal Socket.IO client, so that a thousand of them cost far less than the servers that they measure.
 * Resolves when the server has accepted the connection.
 */
export async function openLiveWire({ port, cookie, address, onEvent }: LiveWireOptions): Promise<LiveWire> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const acks = new Map<number, (answer: { ok: boolean }) => void>();
  let nextAck = 0;
  const { promise: letIn, resolve, reject } = Promise.withResolvers<void>();
  socket.once('error', reject);
  socket.once('close', () => reject(new Error('the connection was closed')));
  await once(socket, 'connect');
  socket.write(
    [
      'GET /api/socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Origin: http://127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Cookie: ${cookie}`,
      `X-Forwarded-For: ${address}`,
      '\r\n',
    ].join('\r\n'),
  );
  readFrames(socket, (text) => {
    if (text === '2') socket.write(frame('3'));
    else if (text.startsWith('0')) socket.write(frame('40'));
    else if (text.startsWith('40')) resolve();
    else if (text.startsWith('44')) reject(new Error(`refused: ${text}`));
    else if (text.startsWith('42')) onEvent(...(JSON.parse(text.slice(2)) as [string, unknown]));
    else if (text.startsWith('43')) {
      const start = text.indexOf('[');
      const id = Number(text.slice(2, start));
      const [answer] = JSON.parse(text.slice(start)) as [{ ok: boolean }];
      acks.get(id)?.(answer);
      acks.delete(id);
    }
  });
  await letIn;
  return {
    emit: (name, payload, onAck) => {
      const id = nextAck++;
      acks.set(id, onAck);
      socket.write(frame(`42${id}${JSON.stringify([name, payload])}`));
    },
    close: () => socket.destroy(),
  };
}

/** A client's frames are masked; a mask of zeros changes nothing and costs nothing. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126 ? [payload.length | 0x80] : [126 | 0x80, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length]), noMask, payload]);
}

/** The texts after the answer to the handshake. */
function readFrames(socket: Socket, onText: (text: string) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n');
      if (end === -1) return;
      const status = rest.toString('latin1', 0, rest.indexOf('\r\n'));
      if (!status.includes(' 101 ')) {
        socket.destroy(new Error(status));
        return;
      }
      isUpgraded = true;
      rest = rest.subarray(end + 4);
    }
    for (;;) {
      const short = rest[1];
      if (short === undefined) return;
      const start = short === 126 ? 4 : 2;
      if (rest.length < start) return;
      const length = short === 126 ? rest.readUInt16BE(2) : short;
      if (rest.length < start + length) return;
      const isText = rest[0] === 0x81;
      const text = isText ? rest.toString('utf8', start, start + length) : '';
      rest = rest.subarray(start + length);
      if (isText) onText(text);
    }
  });
}
