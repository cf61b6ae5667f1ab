import { connect, parseReply, type RawReply, readUntil } from './raw-exchange.ts';

export interface Answer extends RawReply {
  /** All values of a header as one. */
  readonly header: (name: string) => string;
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
  const raw = async (bytes: string): Promise<Answer> => {
    const socket = await connect(url);
    const patience = setTimeout(() => socket.destroy(), patienceMs);
    let closing: NodeJS.Timeout | undefined;
    socket.write(bytes, 'latin1');
    const text = await readUntil(socket, (sofar) => {
      if (isComplete(sofar)) closing ??= setTimeout(() => socket.destroy(), closingMs);
      return false;
    });
    clearTimeout(patience);
    clearTimeout(closing);
    const closed = socket.readableEnded;
    socket.destroy();
    const reply = parseReply(text);
    return { ...reply, closed, header: (name) => reply.values(name).join(', ') };
  };
  return {
    origin: url.origin,
    host: url.host,
    isHttps: url.protocol === 'https:',
    raw,
    ask: (line, headers = {}, body = '') => {
      const all = { Host: url.host, Connection: 'close', ...headers };
      const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
      return raw(`${line} HTTP/1.1\r\n${head.join('')}${length}\r\n${body}`);
    },
  };
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return !/\r\ntransfer-encoding: *chunked/i.test(text.slice(0, end)) || text.endsWith('0\r\n\r\n');
}
