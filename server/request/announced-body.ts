import type { IncomingMessage } from 'node:http';

export type RequestBody = { kind: 'none' } | { kind: 'sized'; length: number } | { kind: 'chunked' };

/** The body that the headers announce, before any of it is read. */
export function announcedBody({ headers }: IncomingMessage): RequestBody {
  if (headers['transfer-encoding'] !== undefined) return { kind: 'chunked' };
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? { kind: 'sized', length } : none;
}

const none: RequestBody = { kind: 'none' };
