import { z } from 'zod';
import { invalidParameter } from './api-error.ts';

const unknownCursor = 'This is not a cursor that was given out here.';
const longest = 500;

/** The cursor of a list: its opaque text in an address, and the sort key of a page's last item that it stands for. */
export function cursor<Key extends z.ZodType>(key: Key) {
  return z.codec(z.string().max(longest, unknownCursor), key, {
    decode(text, context) {
      const parsed = key.safeParse(readJson(text));
      if (parsed.success) return parsed.data as z.input<Key>;
      context.issues.push({ code: 'custom', message: unknownCursor, input: text });
      return z.NEVER;
    },
    encode: (position) => Buffer.from(JSON.stringify(position)).toString('base64url'),
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** For lists that read their own cursor. Throws `invalid_request`. */
export function readCursor<Cursor extends z.ZodType>(
  schema: Cursor,
  text: string | undefined,
): z.output<Cursor> | undefined {
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw invalidParameter({ cursor: unknownCursor });
  return parsed.data;
}

export const idKey = z.string().regex(/^[0-9a-f]{24}$/);

/** Of lists in the order of their ids, newest first. */
export const idCursor = cursor(idKey);

const timeKey = z.strictObject({ time: z.int().min(0), id: idKey });

export type TimeKey = z.output<typeof timeKey>;

/** Of lists in time order, newest first; the id breaks ties. */
export const timeCursor = cursor(timeKey);
