import net, { type Socket } from 'node:net';
import tls from 'node:tls';

export interface Answer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  /** All values of a header, in order. */
  readonly values: (name: string) => readonly string[];
  readonly header: (name: string) => string;
  readonly body: string;
  /** Whether the other side closed the connection. */
  readonly closed: boolean;
}

/** The deployment that is examined. */
export interface Target {
  readonly origin: string;
  readonly host: string;
  readonly isHttps: boolean;
  /** Sends exact bytes and reads one answer. */
  readonly raw: (bytes: string) => Promise<Answer>;
  /** A well-formed request; headers are added to Host and Connection. */
  readonly ask: (line: string, headers?: Record<string, string>, body?: string) => Promise<Answer>;
}

const patienceMs = 8000;
/** How long a connection that was promised to close may take to do so. */
const closingMs = 1500;

export function createTarget(url: URL): Target {
  const isHttps = url.protocol === 'https:';
  const raw = async (bytes: string): Promise<Answer> => exchange(await open(url, isHttps), bytes);
  return {
    origin: url.origin,
    host: url.host,
    isHttps,
    raw,
    ask: (line, headers = {}, body = '') => {
      const all = { Host: url.host, Connection: 'close', ...headers };
      const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
      return raw(`${line} HTTP/1.1\r\n${head.join('')}${length}\r\n${body}`);
    },
  };
}

function open(url: URL, isHttps: boolean): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isHttps ? 443 : 80);
  const options = { host, port, ...(isHttps && !net.isIP(host) ? { servername: host } : {}) };
  const socket = isHttps ? tls.connect(options, () => resolve(socket)) : net.connect(options, () => resolve(socket));
  socket.once('error', reject);
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer in time')));
  return promise;
}

function exchange(socket: Socket, bytes: string): Promise<Answer> {
  return new Promise((resolve) => {
    let text = '';
    let closed = false;
    let waiting: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(waiting);
      socket.destroy();
      resolve(parse(text, closed));
    };
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (isComplete(text)) waiting ??= setTimeout(finish, closingMs);
    });
    socket.once('end', () => {
      closed = true;
      finish();
    });
    socket.on('error', finish);
    socket.once('close', finish);
    socket.write(bytes, 'latin1');
  });
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return !/\r\ntransfer-encoding: *chunked/i.test(text.slice(0, end)) || text.endsWith('0\r\n\r\n');
}

function parse(text: string, closed: boolean): Answer {
  const end = text.indexOf('\r\n\r\n');
  const lines = (end === -1 ? text : text.slice(0, end)).split('\r\n');
  const values = (name: string): string[] =>
    lines
      .slice(1)
      .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      .map((line) => line.slice(name.length + 1).trim());
  return {
    status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0),
    values,
    header: (name) => values(name).join(', '),
    body: end === -1 ? '' : text.slice(end + 4),
    closed,
  };
}
