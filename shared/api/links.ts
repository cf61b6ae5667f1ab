import { z } from 'zod';
import { completeLink } from '../complete-link.ts';
import { limits } from '../limits.ts';

/** A web address, which may come without its https://. */
export const webLinkSchema = z
  .string()
  .overwrite(completeLink)
  .pipe(
    z.url({ protocol: /^https?$/, error: 'This must be a link such as https://example.com/you.' }).max(limits.link.max),
  );

/** An empty string clears the link. */
export const clearableLinkSchema = z.union([z.literal(''), webLinkSchema]);
