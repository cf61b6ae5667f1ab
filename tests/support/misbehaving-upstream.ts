import net, { type AddressInfo, type Socket } from 'node:net';

export interface RecordedRequest {
  method: string;
  /** The request target, byte for byte. */
  target: string;
  /** Header lines as they came, without the request line. */
  lines: string[];
  /** Every value of one header, any case of its name. */
  values(name: string): string[];
  /** The part of the body that arrived together with the head; more may follow on the socket. */
  body: string;
  /** The number of the connection that the request came on, counted from 0. */
  connection: number;
  /** Whether that connection is still open. */
  isOpen(): boolean;
}

export interface MisbehavingUpstream {
  url: string;
  port: number;
  /** Every request head seen, in order. */
  requests: RecordedRequest[];
  /** Sockets that are open now. */
  sockets: Set<Socket>;
  /** All bytes of one connection, as latin1. */
  received(connection: number): string;
  close(): Promise<void>;
}

export type Behaviour = (request: RecordedRequest, socket: Socket, upstream: MisbehavingUpstream) => void;

/**
 * A raw TCP server that answers whatever bytes a test tells it to, and records exactly what it received. It knows no
 * HTTP beyond finding the end of a head and skipping a body of known length.
 */
export async function startMisbehavingUpstream(behaviour: Behaviour): Promise<MisbehavingUpstream> {
  const bytes: string[] = [];
  const sockets = new Set<Socket>();
  const requests: RecordedRequest[] = [];
  const server = net.createServer({ allowHalfOpen: false }, (socket) => {
    const connection = bytes.push('') - 1;
    let pending = '';
    let skip = 0;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      bytes[connection] += text;
      pending += text;
      for (;;) {
        const skipped = Math.min(skip, pending.length);
        pending = pending.slice(skipped);
        skip -= skipped;
        const end = pending.indexOf('\r\n\r\n');
        // Bytes that are no request (a chunked body, bytes after an upgrade) stay in `received` only.
        if (skip > 0 || end === -1 || !/^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/.test(pending)) return;
        const request = parse(pending.slice(0, end), pending.slice(end + 4), connection, () => sockets.has(socket));
        pending = pending.slice(end + 4);
        skip = Number(request.values('content-length')[0] ?? 0);
        requests.push(request);
        behaviour(request, socket, upstream);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const upstream: MisbehavingUpstream = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    sockets,
    received: (connection) => bytes[connection] ?? '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return upstream;
}

function parse(head: string, body: string, connection: number, isOpen: () => boolean): RecordedRequest {
  const [requestLine = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = requestLine.split(' ');
  return {
    method,
    target,
    lines,
    body,
    connection,
    isOpen,
    values: (name) =>
      lines
        .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
        .map((line) => line.slice(name.length + 1).trim()),
  };
}

/** A well-formed answer as bytes. */
export function answer(body = '{}', { status = '200 OK', headers = [] as string[] } = {}): string {
  const lines = [`HTTP/1.1 ${status}`, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return `${[...lines, ...headers].join('\r\n')}\r\n\r\n${body}`;
}
