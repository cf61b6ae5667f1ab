import type { IncomingHttpHeaders } from 'node:http';
import isFresh from 'fresh';
import parseRanges from 'range-parser';

/** The validators that a conditional request is compared with. */
export interface Validators {
  readonly etag: string;
  readonly lastModified?: string;
}

/** True when the client's copy is still right: `If-None-Match`, or `If-Modified-Since` without it. */
export function isUnchanged(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  return isFresh(headers, { etag, 'last-modified': lastModified });
}

export type ByteRange = { start: number; end: number };

/**
 * One range of bytes, `'unsatisfiable'`, or undefined when the whole file is the right answer: no range, one that is
 * badly written, several (which a server may answer with everything), or one of another version of the file.
 */
export function wantedRange(
  headers: IncomingHttpHeaders,
  size: number,
  { etag, lastModified }: Validators,
): ByteRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined) return undefined;
  // Neither fresh nor range-parser knows If-Range: it takes strong tags and exact dates only.
  if (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified) return undefined;
  const ranges = parseRanges(size, range);
  // range-parser refuses a suffix longer than the file; RFC 9110 (14.1.2) means the whole file by it.
  if (ranges === -1) return /^bytes=-0*[1-9]/.test(range) && size > 0 ? { start: 0, end: size - 1 } : 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}
