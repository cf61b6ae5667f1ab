import { z } from 'zod';

/** One emoji of those that Unicode recommends for general interchange, in its complete spelling. */
export const emojiSchema = z.string().regex(/^\p{RGI_Emoji}$/v, 'This is no emoji.');
