import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { z } from 'zod';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { mistypedWord, queryWords } from '#upstream/features/search/search-text.ts';
import type { SearchedConversation } from '#upstream/features/visibility/messages.ts';
import { cursor, idKey, readCursor } from '#upstream/http/cursor.ts';
import {
  beginningWith,
  countOf,
  hitsOf,
  type MessageHit,
  occurring,
  type Pair,
  present,
  type Round,
} from './word-entries.ts';

export interface MessageSearch {
  q: string;
  /** The searcher's readable conversations, the last spoken first. */
  conversations: readonly Pick<SearchedConversation, 'id' | 'last_message_at'>[];
  cursor?: string | undefined;
  limit: number;
}

export interface FoundMessages {
  hits: MessageHit[];
  nextCursor: string | null;
}

/** Conversations of the first round: mostly the last ones spoken in have what fills a page. Each round takes four times as many. */
const firstRound = 40;
/** Looks into the index for near words: near words times conversations. */
const nearPairsMost = 2000;

/** The rank is 1 for messages with words one edit away. */
const messageCursor = cursor(
  z.object({ rank: z.int().min(0).max(1), at: z.int().min(0), conversation_id: idKey, seq: z.int().min(0) }),
);

/**
 * The newest messages that have all words, the last one of which may be a beginning. Where there is none, one word may be
 * mistyped. Every step reads a bounded number of entries of the searcher's own conversations, whatever others have written.
 */
export async function searchMessages(db: Db, engine: Engine, search: MessageSearch): Promise<FoundMessages> {
  const words = queryWords(search.q);
  const before = readCursor(messageCursor, search.cursor);
  const rank = before?.rank ?? 0;
  const page = (hits: MessageHit[], ofRank: number): FoundMessages => {
    const shown = hits.slice(0, search.limit);
    const last = shown.at(-1);
    const isMore = hits.length > search.limit && last !== undefined;
    return {
      hits: shown,
      nextCursor: isMore ? messageCursor.encode({ ...last, rank: ofRank }) : null,
    };
  };
  if (words.length === 0) return page([], 0);
  if (rank === 0) {
    const hits = await walk(search, before, (round) => exactly(db, engine, round, words));
    if (hits.length > 0 || before !== undefined) return page(hits, 0);
  }
  const mistyped = mistypedWord(search.q);
  const near = mistyped ? await occurring(db, engine, mistyped.near) : [];
  if (near.length === 0) return page([], 1);
  const alternatives = words.map((word) => (word === mistyped?.word ? near : [word]));
  const conversations = search.conversations.slice(0, Math.max(firstRound, Math.floor(nearPairsMost / near.length)));
  return page(await walk({ ...search, conversations }, before, (round) => nearly(db, engine, round, alternatives)), 1);
}

/**
 * Takes conversations in the order in which somebody last spoke in them, and stops once the page is full of messages that are
 * newer than everything in the rest.
 */
async function walk(
  { conversations, limit }: MessageSearch,
  before: MessageHit | undefined,
  find: (round: Round) => Promise<MessageHit[]>,
): Promise<MessageHit[]> {
  let hits: MessageHit[] = [];
  let done = 0;
  for (let size = firstRound; done < conversations.length; size *= 4) {
    const round = conversations.slice(done, done + size);
    const found = await find({ ids: round.map(({ id }) => id), before, most: limit + 1 });
    hits = [...hits, ...found].sort(newestFirst).slice(0, limit + 1);
    done += round.length;
    const [rest, last] = [conversations[done], hits[limit]];
    if (rest && last && last.at > rest.last_message_at) break;
    await turnOfTheLoop();
  }
  return hits;
}

function newestFirst(a: MessageHit, b: MessageHit): number {
  return b.at - a.at || (a.conversation_id < b.conversation_id ? 1 : -1) || b.seq - a.seq;
}

async function exactly(db: Db, engine: Engine, round: Round, words: readonly string[]): Promise<MessageHit[]> {
  const last = words.at(-1) ?? '';
  const ends = await beginningWith(db, engine, round, last);
  const all = words.map((word, index) => (index === words.length - 1 ? ends : round.ids.map((id) => ({ id, word }))));
  return withAll(db, engine, round, all);
}

async function nearly(
  db: Db,
  engine: Engine,
  round: Round,
  alternatives: readonly (readonly string[])[],
): Promise<MessageHit[]> {
  const all: Pair[][] = [];
  for (const words of alternatives) all.push(await present(db, engine, round, words));
  return withAll(db, engine, round, all);
}

/** Walks the entries of the rarest word, and keeps the messages that have one of each other, too. */
async function withAll(db: Db, engine: Engine, round: Round, all: readonly (readonly Pair[])[]): Promise<MessageHit[]> {
  if (all.some((pairs) => pairs.length === 0)) return [];
  const [only] = all;
  if (all.length === 1 && only) return hitsOf(db, engine, round, only, []);
  const counts: number[] = [];
  for (const pairs of all) counts.push(await countOf(db, engine, pairs));
  const rarest = counts.indexOf(Math.min(...counts));
  const driver = all[rarest];
  if (!driver || counts[rarest] === 0) return [];
  const others = all.filter((_, index) => index !== rarest).map((pairs) => [...new Set(pairs.map(({ word }) => word))]);
  return hitsOf(db, engine, round, driver, others);
}
