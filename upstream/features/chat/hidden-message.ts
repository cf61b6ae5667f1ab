import type { MessageRow } from '#upstream/db/schema.ts';
import type { Visible } from '../visibility/visible.ts';

/** Instead of the text of a message that a moderator has hidden, for both. */
const hiddenText = 'A moderator has hidden this message.';

/** The text as the two may read it. */
export function shownText({ text, hidden_at }: Visible<Pick<MessageRow, 'text' | 'hidden_at'>>): {
  text: string;
  hidden?: true;
} {
  return hidden_at === null ? { text } : { text: hiddenText, hidden: true };
}
