import { z } from 'zod';
import { uploadedUrl } from '../uploaded-url.ts';
import { webLinkSchema } from './links.ts';

export interface MediaReply {
  _id: string;
  /** For `photoUrl`, `coverUrl` and `projectImage`. The gateway serves it; other sizes are beside it. */
  url: string;
  /** Of the largest size, in pixels. */
  width: number;
  height: number;
}

/** A link to a picture elsewhere, the address of an uploaded one, or an empty string for none. */
export const pictureLinkSchema = z.union([z.literal(''), webLinkSchema, z.string().regex(uploadedUrl)], {
  error: 'This must be a link to a picture, such as https://example.com/you.jpg.',
});
