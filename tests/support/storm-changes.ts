import type { ChatMessage, Quote } from '#shared/api/chat.ts';
import type { MessageReactionRow, MessageRow } from '#upstream/db/schema.ts';
import type { StormClient } from './storm-client.ts';

const emoji = ['👍', '🎉', '👀'];

/** What a reader sees of a message, as far as a storm may break it. */
interface Seen {
  id: string;
  seq: number | undefined;
  text: string;
  isEdited: boolean;
  isDeleted: boolean;
  /** Each emoji with its count, and whether the reader has chosen it. */
  reactions: string[];
  pictures: number;
  /** What it answers, as that is now. */
  quote: string | undefined;
}

const quoteOf = (id: string, text: string | undefined) => `${id} ${text ?? 'is deleted'}`;

/** The quote that a device makes of a message that it shows, to answer it. */
export function quoted({ _id, text, senderId, deletedAt }: ChatMessage): Quote {
  return deletedAt === undefined ? { _id, senderId: senderId?._id ?? '', excerpt: text } : { _id, deleted: true };
}

export function asShown(message: ChatMessage): Seen {
  const { _id, seq, text, editedAt, deletedAt, reactions = [], replyTo, pictures = [] } = message;
  return {
    pictures: pictures.length,
    ...{ id: _id, seq, text, isEdited: editedAt !== undefined, isDeleted: deletedAt !== undefined },
    reactions: reactions.map((reaction) => `${reaction.emoji} ${reaction.count} ${reaction.mine}`).sort(),
    quote: replyTo && quoteOf(replyTo._id, 'deleted' in replyTo ? undefined : replyTo.excerpt),
  };
}

type Row = Pick<MessageRow, 'id' | 'seq' | 'text' | 'edited_at' | 'deleted_at' | 'reply_to' | 'picture_count'>;
type Chosen = Pick<MessageReactionRow, 'message_id' | 'user_id' | 'emoji'>;

export function asStored(
  { id, seq, text, edited_at, deleted_at, reply_to, picture_count: pictures }: Row,
  chosen: readonly Chosen[],
  readerId: string,
  rows: ReadonlyMap<string, Row>,
): Seen {
  const answered = reply_to === null ? undefined : rows.get(reply_to);
  const byEmoji = Map.groupBy(
    chosen.filter(({ message_id }) => message_id === id),
    (reaction) => reaction.emoji,
  );
  return {
    ...{ id, seq, text, pictures, isEdited: edited_at !== null, isDeleted: deleted_at !== null },
    reactions: [...byEmoji]
      .map(([each, of]) => `${each} ${of.length} ${of.some(({ user_id }) => user_id === readerId)}`)
      .sort(),
    quote:
      answered && deleted_at === null
        ? quoteOf(answered.id, answered.deleted_at === null ? answered.text : undefined)
        : undefined,
  };
}

/** A message as it was written. */
export interface StormMessage {
  text: string;
  replyTo: Quote | undefined;
  hasPicture: boolean;
}

/** What people have last wanted of a message. */
interface Wanted {
  text?: string;
  isDeleted: boolean;
  /** By person and emoji. */
  chosen: Map<string, Omit<Chosen, 'message_id'> & { on: boolean }>;
}

/** Edits, deletions and reactions of messages chosen by chance, and how the messages are to be after all of them. */
export function createStormChanges(random: () => number) {
  const wanted = new Map<string, Wanted>();
  const kinds = ['react', 'edit', 'react', 'edit', 'delete'] as const;
  let turn = 0;
  const counts = { edits: 0, deletions: 0, reactions: 0 };
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];

  return {
    counts,

    /** Something that a person does to a message that the device shows. */
    make(client: StormClient): void {
      const shown = [...client.threads.values()].flat().filter(({ deletedAt }) => deletedAt === undefined);
      const userId = client.person.id;
      const own = shown.filter(({ senderId, _id }) => senderId?._id === userId && !wanted.get(_id)?.isDeleted);
      // The kinds take turns, so that a short storm has enough of each.
      const kind = own.length === 0 ? 'react' : (kinds[turn++ % kinds.length] ?? 'react');
      const message = pick(kind === 'react' ? shown : own);
      if (!message) return;
      const { _id: id } = message;
      const wish: Wanted = wanted.get(id) ?? { isDeleted: false, chosen: new Map() };
      wanted.set(id, wish);
      const path = `message/${id}`;
      if (kind === 'delete') {
        counts.deletions += 1;
        wish.isDeleted = true;
        client.change({ method: 'DELETE', path });
      } else if (kind === 'edit') {
        counts.edits += 1;
        wish.text = `edit ${counts.edits}`;
        client.change({ method: 'PATCH', path, body: { text: wish.text } });
      } else {
        counts.reactions += 1;
        const chosen = pick(emoji) ?? '';
        const key = `${userId} ${chosen}`;
        const on = !wish.chosen.get(key)?.on;
        wish.chosen.set(key, { user_id: userId, emoji: chosen, on });
        client.change({ method: on ? 'PUT' : 'DELETE', path: `${path}/reaction/${encodeURIComponent(chosen)}` });
      }
    },

    /** As a stranger would read it. */
    asWanted(
      { id, seq, client_id }: MessageRow,
      sent: ReadonlyMap<string, StormMessage>,
      rows: ReadonlyMap<string, MessageRow>,
    ): Seen {
      const { text, isDeleted = false, chosen } = wanted.get(id) ?? {};
      const gone = { text: '', isEdited: false, isDeleted, reactions: [], pictures: 0, quote: undefined };
      if (isDeleted) return { id, seq, ...gone };
      const reactions = [...(chosen?.values() ?? [])]
        .filter(({ on }) => on)
        .map((each) => ({ ...each, message_id: id }));
      const written = sent.get(client_id?.split('/').at(-1) ?? '');
      const picture_count = written?.hasPicture ? 1 : 0;
      const row = {
        id,
        seq,
        text: text ?? written?.text ?? '',
        reply_to: written?.replyTo?._id ?? null,
        picture_count,
      };
      return asStored({ ...row, edited_at: text === undefined ? null : 1, deleted_at: null }, reactions, '', rows);
    },
  };
}
