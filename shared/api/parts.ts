import { z } from 'zod';

/** The parts of which the schemas of many replies are made. The schemas are strict; openapi.json lets other fields through. */
export const id = z.string().regex(/^[0-9a-f]{24}$/);
export const time = z.iso.datetime();
export const cursor = z.string().nullable();

export const messageSchema = z.strictObject({ message: z.string() });
export type MessageReply = z.infer<typeof messageSchema>;

/** One page of a list; `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item), nextCursor: cursor });
}
