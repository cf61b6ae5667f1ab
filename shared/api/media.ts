import { z } from 'zod';
import { uploadedUrl } from '../pictures.ts';
import { id, webLinkSchema } from './parts.ts';

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
