import { sql } from 'kysely';
import { minute } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ConversationRow, MessageRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { wordsOf } from '#upstream/features/search/search-text.ts';
import type { BatchTurn } from '#upstream/jobs/turns.ts';

/** Messages that one transaction indexes: it holds the conversation, which takes no message meanwhile. */
const indexedAtOnce = 200;
/** Entries of one statement: SQLite and PostgreSQL bound how many values it may have. */
const insertedAtOnce = 1000;

/**
 * Indexes the next messages of a conversation. Sending does not: it would cost each message ten entries in random places. True
 * where some are left.
 */
async function indexMessages(trx: Trx, conversationId: string): Promise<boolean> {
  const held = await trx
    .updateTable('conversations')
    .set({ words_seq: sql`words_seq` })
    .where('id', '=', conversationId)
    .returning(['words_seq', 'last_seq'])
    .executeTakeFirst();
  if (!held || held.words_seq >= held.last_seq) return false;
  const rows = await trx
    .selectFrom('messages')
    .select(['conversation_id', 'seq', 'text', 'created_at', 'hidden_at'])
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', held.words_seq)
    .orderBy('seq')
    .limit(indexedAtOnce)
    .execute();
  await addWords(
    trx,
    rows.filter(({ hidden_at }) => hidden_at === null),
  );
  const reached = rows.at(-1)?.seq ?? held.last_seq;
  await trx.updateTable('conversations').set({ words_seq: reached }).where('id', '=', conversationId).execute();
  return reached < held.last_seq;
}

type Indexed = Pick<MessageRow, 'conversation_id' | 'seq' | 'text' | 'created_at'>;

async function addWords(trx: Trx, messages: readonly Indexed[]): Promise<void> {
  const entries = messages.flatMap(({ conversation_id, seq, text, created_at: at }) =>
    distinctWords(text).map((word) => ({ conversation_id, word, at, seq })),
  );
  for (let start = 0; start < entries.length; start += insertedAtOnce)
    await trx
      .insertInto('message_words')
      .values(entries.slice(start, start + insertedAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function distinctWords(text: string): string[] {
  return [...new Set(wordsOf(text))];
}

async function removeWords(trx: Trx, message: Indexed, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await trx
    .deleteFrom('message_words')
    .where('conversation_id', '=', message.conversation_id)
    .where('word', 'in', [...words])
    .where('at', '=', message.created_at)
    .where('seq', '=', message.seq)
    .execute();
}

interface Held {
  /** Locked, so that nobody indexes it meanwhile. */
  conversation: Pick<ConversationRow, 'words_seq'>;
  message: Indexed;
}

/** Indexes the new text of a message. One that is not indexed yet is left: it will be indexed with its new text. */
export async function renewWords(trx: Trx, { conversation, message, text }: Held & { text: string }): Promise<void> {
  if (message.seq > conversation.words_seq) return;
  await forgetWords(trx, { conversation, message });
  await addWords(trx, [{ ...message, text }]);
}

/** Removes the words of a message that is deleted or hidden. */
export async function forgetWords(trx: Trx, { conversation, message }: Held): Promise<void> {
  if (message.seq <= conversation.words_seq) await removeWords(trx, message, distinctWords(message.text));
}

/** A batch of each of these conversations, or of those that wait longest; true where some are left. */
export async function indexWaiting(db: Db, conversationIds: readonly string[] | 'all', most: number): Promise<boolean> {
  let query = db
    .selectFrom('conversations')
    .select('id')
    .where(sql<boolean>`words_seq < last_seq`)
    .orderBy('id')
    .limit(most + 1);
  if (conversationIds !== 'all') query = query.where('id', 'in', [...conversationIds]);
  const waiting = await query.execute();
  let isLeft = waiting.length > most;
  for (const { id } of waiting.slice(0, most)) if (await transact(db, (trx) => indexMessages(trx, id))) isLeft = true;
  return isLeft;
}

/** Messages of an instance that ended before it had indexed them. */
export function wordsTurn(db: Db): BatchTurn {
  return { kind: 'message words', everyMs: minute, batch: () => indexWaiting(db, 'all', 20) };
}

/** Enough that messages of a busy conversation are indexed together. */
const afterMs = 1000;
const batch = 20;

/** Indexes new messages a moment after they are stored. Returns a function that stops it and waits for what is under way. */
export function startWordIndex({ db, events, trouble }: Deps): () => Promise<void> {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;

  const run = async () => {
    timer = undefined;
    const ids = [...waiting];
    waiting = new Set();
    try {
      for (let start = 0; start < ids.length && !isStopped; start += batch) {
        const some = ids.slice(start, start + batch);
        while (!isStopped && (await indexWaiting(db, some, batch)));
      }
    } catch (error) {
      // A search, or the next minute, does what was left.
      trouble('database', error);
    }
  };
  const stop = events.on('messageStored', ({ conversationId }) => {
    waiting.add(conversationId);
    timer ??= setTimeout(() => {
      running = running.then(run);
    }, afterMs).unref();
  });
  return () => {
    isStopped = true;
    stop();
    clearTimeout(timer);
    return running;
  };
}
