import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '#upstream/db/connection.ts';

/** A message by its place. */
export interface MessageHit {
  conversation_id: string;
  seq: number;
  at: number;
}

/** An entry of the index that a search walks: all messages of a conversation with the word. */
export interface Pair {
  id: string;
  word: string;
}

/** Which conversations are looked at, from where on, and how much is wanted. */
export interface Round {
  ids: readonly string[];
  before: MessageHit | undefined;
  most: number;
}

/** Beginnings of words: so many entries are looked at in one round. */
const pairsMost = 400;
/** How many messages of a conversation are walked where each must have other words, too. */
const walkedMost = 2000;
/** A word with this many messages is a common one. */
const countedMost = 500;
const nearWordsMost = 24;
/** The shortest beginning of a word that finds words. */
const shortestPrefix = 2;

/** Rows of conversation and word, as a table of this statement. */
function pairTable(engine: Engine, pairs: readonly Pair[]): RawBuilder<unknown> {
  const [ids, words] = [pairs.map(({ id }) => id), pairs.map(({ word }) => word)];
  if (engine === 'postgres') return sql`unnest(${ids}::text[], ${words}::text[]) as pair (id, word)`;
  return sql`(select value ->> 0 as id, value ->> 1 as word from json_each(${JSON.stringify(
    pairs.map(({ id, word }) => [id, word]),
  )})) as pair`;
}

function textTable(engine: Engine, texts: readonly string[]): RawBuilder<unknown> {
  if (engine === 'postgres') return sql`unnest(${[...texts]}::text[]) as one (value)`;
  return sql`json_each(${JSON.stringify(texts)}) as one`;
}

export async function hitsOf(
  db: Db,
  engine: Engine,
  { before, most }: Round,
  pairs: readonly Pair[],
  others: readonly (readonly string[])[],
): Promise<MessageHit[]> {
  const until = (entry: string) => (before === undefined ? sql`` : sql`and ${sql.ref(`${entry}.at`)} <= ${before.at}`);
  const after =
    before === undefined
      ? sql``
      : sql`and (w.at, w.conversation_id, w.seq) < (${before.at}, ${before.conversation_id}, ${before.seq})`;
  const rest = others.map(
    (words) => sql`and exists (select 1 from message_words o where o.conversation_id = w.conversation_id
      and o.word in (${sql.join(words)}) and o.at = w.at and o.seq = w.seq)`,
  );
  // The subquery bounds each walk: without it, an entry of a common word would be read to its end.
  const { rows } = await sql<MessageHit>`
    select distinct w.at, w.conversation_id, w.seq
    from ${pairTable(engine, pairs)}
    join message_words w on w.conversation_id = pair.id and w.word = pair.word
      and w.at >= coalesce((select x.at from message_words x where x.conversation_id = pair.id and x.word = pair.word
        ${until('x')} order by x.at desc limit 1 offset ${sql.lit(others.length === 0 ? most : walkedMost)}), 0)
      ${until('w')}
    where true ${after} ${sql.join(rest, sql` `)}
    order by w.at desc, w.conversation_id desc, w.seq desc limit ${most}`.execute(db);
  return rows;
}

export async function countOf(db: Db, engine: Engine, pairs: readonly Pair[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${pairTable(engine, pairs)}
      join message_words w on w.conversation_id = pair.id and w.word = pair.word limit ${countedMost}
    ) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * The words of each conversation that begin so, found one after the other by their order in the index. The word itself is
 * always among them.
 */
export async function beginningWith(db: Db, engine: Engine, { ids }: Round, start: string): Promise<Pair[]> {
  const whole = ids.map((id) => ({ id, word: start }));
  if (start.length < shortestPrefix) return whole;
  const end = `${start}\u{10ffff}`;
  const next = (id: string, bound: RawBuilder<unknown>) => sql`(select w.word from message_words w
    where w.conversation_id = ${sql.ref(id)} and w.word > ${bound} and w.word < ${end} order by w.word limit 1)`;
  const { rows } = await sql<Pair>`
    with recursive pair (id, word) as (
      select one.value, ${next('one.value', sql`${start}`)} from ${textTable(engine, ids)}
      union all
      select pair.id, ${next('pair.id', sql`pair.word`)} from pair where pair.word is not null
    )
    select id, word from pair where word is not null limit ${pairsMost}`.execute(db);
  return [...whole, ...rows];
}

/** The words that the conversations have. */
export async function present(db: Db, engine: Engine, { ids }: Round, words: readonly string[]): Promise<Pair[]> {
  const asked = ids.flatMap((id) => words.map((word) => ({ id, word })));
  const { rows } = await sql<Pair>`
    select pair.id, pair.word from ${pairTable(engine, asked)}
    where exists (select 1 from message_words w where w.conversation_id = pair.id and w.word = pair.word)
    limit ${pairsMost}`.execute(db);
  return rows;
}

/** The words that anybody has written. The found ones are looked for in the searcher's conversations only. */
export async function occurring(db: Db, engine: Engine, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select one.value as word from ${textTable(engine, words)}
    where exists (select 1 from message_words w where w.word = one.value)
    limit ${nearWordsMost}`.execute(db);
  return rows.map(({ word }) => word);
}
