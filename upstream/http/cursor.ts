import { z } from 'zod';
import { ApiError } from './api-error.ts';

/** Encodes the sort key of a page's last item as an opaque cursor. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Decodes and validates a cursor. Throws `invalid_request` for a malformed one. */
export function decodeCursor<Schema extends z.ZodType>(schema: Schema, cursor: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new ApiError('invalid_request', 'The cursor is not one that was given out here.', {
      fields: { cursor: 'This is not a cursor that was given out here.' },
    });
  }
}

export const idKey = z.string().regex(/^[0-9a-f]{24}$/);
const time = z.int().min(0);

export interface TimeKey {
  time: number;
  id: string;
}

/** Cursor of lists in time order, newest first; the id breaks ties. */
export function decodeTimeCursor(cursor: string | undefined): TimeKey | undefined {
  if (cursor === undefined) return undefined;
  const [at, last] = decodeCursor(z.tuple([time, idKey]), cursor);
  return { time: at, id: last };
}

/** The cursor that {@link decodeTimeCursor} reads. */
export function encodeTimeCursor({ time: at, id }: TimeKey): string {
  return encodeCursor([at, id]);
}
