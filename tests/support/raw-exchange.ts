import net, { type Socket } from 'node:net';

/** An answer to bytes that no HTTP client would send. */
export interface RawReply {
  /** All bytes, as latin1. */
  readonly text: string;
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Every value of one header, in order, any case of its name. */
  values(name: string): string[];
}

/** Sends exact bytes and reads until the other side closes, or until `until` is satisfied. */
export async function rawRequest(port: number, bytes: string, until?: (text: string) => boolean): Promise<RawReply> {
  const socket = await connect(port);
  socket.write(bytes, 'latin1');
  const text = await readUntil(socket, until ?? (() => false));
  socket.destroy();
  return parseReply(text);
}

/** A connection to a port of this machine. */
export function connect(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => resolve(socket));
    socket.on('error', reject);
  });
}

/** Everything that arrives until the condition holds, the other side ends, or the connection breaks. */
export function readUntil(socket: Socket, done: (text: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const finish = () => {
      socket.off('data', onData).off('end', finish).off('close', finish).off('error', finish);
      resolve(text);
    };
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (done(text)) finish();
    };
    socket.on('data', onData);
    socket.once('end', finish);
    socket.once('close', finish);
    socket.on('error', finish);
  });
}

export function parseReply(text: string): RawReply {
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  const lines = head.split('\r\n').slice(1);
  return {
    text,
    status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0),
    head,
    body: end === -1 ? '' : text.slice(end + 4),
    values: (name) =>
      lines
        .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
        .map((line) => line.slice(name.length + 1).trim()),
  };
}
