import type { MessageRow } from '#upstream/db/schema.ts';
import type { Visible } from '../visibility/visible.ts';

/** Instead of the text of a message that a moderator has hidden, for both. */
const hiddenText = 'A moderator has hidden this message.';
/** Where a list has one line for a message that was deleted. */
const deletedText = 'Message deleted';

/** The text as the two may read it. */
export function shownText({ text, hidden_at }: Visible<Pick<MessageRow, 'text' | 'hidden_at'>>): {
  text: string;
  hidden?: true;
} {
  return hidden_at === null ? { text } : { text: hiddenText, hidden: true };
}

/** The message as one line of a list or a quote: pictures without a text are named. */
export function shownLine(
  row: Visible<Pick<MessageRow, 'text' | 'hidden_at' | 'deleted_at' | 'picture_count'>>,
): string {
  if (row.deleted_at !== null) return deletedText;
  const { text } = shownText(row);
  return text.trim() === '' && row.picture_count > 0 ? picturesInWords(row.picture_count) : text;
}

export function picturesInWords(count: number): string {
  return count === 1 ? 'Picture' : `${count} pictures`;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** So many characters of a text, as people see them. */
export function excerptOf(text: string, most: number): string {
  if (text.length <= most) return text;
  let cut = '';
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (count === most) break;
    cut += segment;
    count += 1;
  }
  return cut;
}
