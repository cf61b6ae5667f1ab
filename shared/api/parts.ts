import { z } from 'zod';
import { completeLink } from '../complete-link.ts';
import { limits } from '../limits.ts';
import { uploadedUrl } from '../pictures.ts';

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

/** A web address, which may come without its https://. */
export const webLinkSchema = z
  .string()
  .overwrite(completeLink)
  .pipe(
    z.url({ protocol: /^https?$/, error: 'This must be a link such as https://example.com/you.' }).max(limits.link.max),
  );

/** An empty string clears the link. */
export const clearableLinkSchema = z.union([z.literal(''), webLinkSchema]);

/** For the owner of something that a moderator has hidden. */
export const hiddenNoticeSchema = z.strictObject({ reason: z.string(), since: time });
export type HiddenNotice = z.infer<typeof hiddenNoticeSchema>;

/** A warning for the caller, as part of their own user, until they acknowledge it. */
export const warningSchema = z.strictObject({ _id: id, reason: z.string(), createdAt: time });
export type Warning = z.infer<typeof warningSchema>;

export const mediaReplySchema = z.strictObject({
  _id: id,
  /** For `photoUrl`, `coverUrl` and `projectImage`. The gateway serves it; other sizes are beside it. */
  url: z.string(),
  /** Of the largest size, in pixels. */
  width: z.int(),
  height: z.int(),
});
export type MediaReply = z.infer<typeof mediaReplySchema>;

/** A link to a picture elsewhere, the address of an uploaded one, or an empty string for none. */
export const pictureLinkSchema = z.union([z.literal(''), webLinkSchema, z.string().regex(uploadedUrl)], {
  error: 'This must be a link to a picture, such as https://example.com/you.jpg.',
});
