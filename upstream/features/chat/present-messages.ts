import type { ChatMessage, Quote, Reaction } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { MessageRow } from '#upstream/db/schema.ts';
import { iso } from '#upstream/iso.ts';
import { type VisibleMessage, visibleQuotes } from '../visibility/messages.ts';
import type { Visible } from '../visibility/visible.ts';
import { clientIdOf } from './chat-store.ts';
import { picturesOfMessages } from './pictures/chat-picture-store.ts';
import type { Reader } from './reader.ts';

/** Messages with what belongs to them, in the same order. */
export async function presentMessages(db: Db, rows: readonly VisibleMessage[], reader: Reader): Promise<ChatMessage[]> {
  const { viewerId, people, isGone } = reader;
  const shown = rows.filter(({ deleted_at, hidden_at }) => deleted_at === null && hidden_at === null);
  const [quotes, reactions, pictures] = await Promise.all([
    quotesOf(db, viewerId, rows),
    reactionsOf(
      db,
      // Every reaction counts as a change of its message.
      shown.filter(({ rev }) => rev > 0),
      reader,
    ),
    picturesOfMessages(
      db,
      shown.filter((row) => row.picture_count > 0 && !isGone(row, row.sender_id)).map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const sender = people.get(row.sender_id);
    const base = {
      _id: row.id,
      seq: row.seq,
      senderId: sender ? briefly(sender) : null,
      createdAt: iso(row.created_at),
    };
    const clientId = row.sender_id === viewerId ? clientIdOf(row) : undefined;
    const own = { ...base, ...(clientId !== undefined && { clientId }) };
    if (row.deleted_at !== null) return { ...own, text: '', deletedAt: iso(row.deleted_at) };
    if (row.event !== null) return { ...own, event: row.event, text: joinedLine(sender) };
    const { text, ...hidden } = shownText(row);
    const mentions = row.mentions.split(' ').filter((id) => people.has(id));
    const replyTo = row.reply_to === null ? undefined : quotes.get(row.reply_to);
    const [emoji, images] = [reactions.get(row.id), pictures.get(row.id)];
    const isBare = text === '' && row.picture_count > 0 && images === undefined;
    return {
      ...own,
      text: isBare ? picturesInWords(row.picture_count) : text,
      ...hidden,
      ...(row.edited_at !== null && { editedAt: iso(row.edited_at) }),
      ...(replyTo && { replyTo }),
      ...(mentions.length > 0 && { mentions }),
      ...(row.pinned_at !== null && { pinnedAt: iso(row.pinned_at) }),
      ...(emoji && { reactions: emoji }),
      ...(images && { pictures: images.map(({ id: _id, ...picture }) => picture) }),
    };
  });
}

function briefly({ _id, firstName, lastName, photoUrl }: User): User {
  return { _id, firstName, lastName, ...(photoUrl && { photoUrl }) };
}

/** The messages that these ones answer, by their ids. */
async function quotesOf(db: Db, viewerId: string, rows: readonly VisibleMessage[]): Promise<Map<string, Quote>> {
  const asked = rows.filter(({ reply_to, deleted_at }) => reply_to !== null && deleted_at === null);
  const found = await visibleQuotes(db, viewerId, asked);
  const quotes = new Map<string, Quote>();
  for (const { reply_to: id } of asked) {
    if (id === null) continue;
    const row = found.get(id);
    const isGone = row === undefined || row.deleted_at !== null;
    quotes.set(
      id,
      isGone
        ? { _id: id, deleted: true }
        : { _id: id, senderId: row.sender_id, excerpt: excerptOf(shownLine(row), limits.excerpt.max) },
    );
  }
  return quotes;
}

/** How many people each emoji of a reply names. */
const namedMost = 3;

/** In the order in which the emoji were first chosen. */
async function reactionsOf(
  db: Db,
  messages: readonly VisibleMessage[],
  { viewerId, people, isGone }: Reader,
): Promise<Map<string, Reaction[]>> {
  if (messages.length === 0) return new Map();
  const all = await db
    .selectFrom('message_reactions')
    .select(['message_id', 'user_id', 'emoji'])
    .where(
      'message_id',
      'in',
      messages.map(({ id }) => id),
    )
    .orderBy('created_at')
    .orderBy('emoji')
    .orderBy('user_id')
    .execute();
  const byId = new Map(messages.map((message) => [message.id, message]));
  const rows = all.filter(({ message_id, user_id }) => {
    const message = byId.get(message_id);
    return user_id === viewerId || (message !== undefined && !isGone(message, user_id));
  });
  const found = new Map<string, Reaction[]>();
  for (const [id, ofMessage] of Map.groupBy(rows, (row) => row.message_id))
    found.set(
      id,
      [...Map.groupBy(ofMessage, ({ emoji }) => emoji)].map(([emoji, chosen]) => ({
        emoji,
        count: chosen.length,
        mine: chosen.some(({ user_id }) => user_id === viewerId),
        users: chosen
          .flatMap(({ user_id }) => people.get(user_id) ?? [])
          .slice(0, namedMost)
          .map(briefly),
      })),
    );
  return found;
}

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

/** The message about a new member of a project. */
export function joinedLine(member: User | undefined): string {
  return member ? `${member.firstName} joined` : '';
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
