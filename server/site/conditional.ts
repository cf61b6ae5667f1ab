/** True when the client's copy is still right: `If-None-Match`, compared weakly (RFC 9110, 13.1.2). */
export function matchesAnyTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** `If-Modified-Since` counts only when there is no `If-None-Match`; a date that is none is ignored. */
export function isUnchangedSince(ifModifiedSince: string, lastModifiedMs: number): boolean {
  const since = Date.parse(ifModifiedSince);
  return !Number.isNaN(since) && Math.floor(lastModifiedMs / 1000) * 1000 <= since;
}

/** `If-Range` lets a part be sent only when the client's first part is of this very file: strong tags, exact dates. */
export function allowsRange(ifRange: string | undefined, etag: string, lastModified: string): boolean {
  return ifRange === undefined || ifRange === etag || ifRange === lastModified;
}

export type ByteRange = { start: number; end: number };

/**
 * One range of bytes, `'unsatisfiable'`, or undefined when the whole file is the right answer: no range, one that is
 * badly written, or several (which a server may answer with everything).
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  if (found === null) return undefined;
  const [, first = '', last = ''] = found;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
