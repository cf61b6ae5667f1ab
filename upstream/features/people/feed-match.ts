import { z } from 'zod';
import { skillKey } from '#shared/skills/skills.ts';
import type { Db } from '#upstream/db/connection.ts';
import { cursor, idKey, readCursor } from '#upstream/http/cursor.ts';
import type { VisiblePerson } from '../visibility/people.ts';
import {
  aboveAll,
  belowDecided,
  eligibleAmong,
  type FeedSlice,
  mostWalked,
  newestSlice,
  walkPastDecided,
} from './feed-store.ts';
import { type MatchQuery, type Position, type Ranked, readWindow, type Window, windowBelow } from './match-window.ts';
import { skillsOf } from './people-store.ts';

/**
 * People are checked in chunks, one statement each. The first has this many more people than the page still needs, because
 * the best ranked are mostly undecided.
 */
const spare = 10;
/**
 * How many times larger a chunk is for each full one before it. Where muted words hide nearly everybody, a page takes four
 * or five chunks to check as many people as it may, beside one for each window.
 */
const growth = 4;
/**
 * How many windows one page reads at most; it checks `mostWalked` people at most. Then it ends, empty perhaps, and its
 * cursor goes on below.
 */
const mostWindows = 6;

const rankedKey = z.tuple([idKey.or(z.literal(aboveAll)), idKey.or(z.literal('')), z.int(), idKey]);
const restKey = z.tuple([z.literal('rest'), idKey]);
/** Where the next window begins, of a page that has read as many as it may. */
const fromKey = z.tuple([z.literal('from'), idKey]);
/** Cursor of newest-first order, which a viewer without skills gets. */
const newestKey = z.tuple([idKey]);
const matchCursor = cursor(z.union([rankedKey, restKey, fromKey, newestKey]));

/**
 * Feed order `match`: people who share most of the viewer's skills first. Among as many shared skills, those who look for
 * what the viewer looks for; among those, the ones with some hours in common; then the newest.
 *
 * Ranking a million people for each page would take seconds, so they are ranked in windows: a window is the range of
 * ids that holds the newest hundred people of the commonest skill. If fewer people share a skill, which is usual, one
 * window holds everybody and the order is exact. The cursor contains the window's bounds, so that decisions made
 * between two pages neither move nor hide anybody. After the last window come the people who share no skill, newest
 * first.
 */
export async function matchSlice(db: Db, query: MatchQuery): Promise<FeedSlice> {
  const start = readCursor(matchCursor, query.cursor);
  if (start?.length === 1) return newestSlice(db, query);
  const wanted = query.limit + (start ? 0 : query.offset);
  const page: Page = { rows: [], wanted, checked: 0, fullChunks: 0 };
  const { rows } = page;
  let skills: readonly string[] | undefined;

  let position: Position | null = windowBelow(aboveAll);
  if (start?.length === 4) position = { high: start[0], low: start[1], score: start[2], id: start[3] };
  if (start?.length === 2) position = start[0] === 'rest' ? null : windowBelow(start[1]);
  for (let windows = 0; position; windows += 1) {
    if (windows === mostWindows)
      return { rows: rows.slice(wanted - query.limit), nextCursor: matchCursor.encode(['from', position.high]) };
    const window: Window = await readWindow(db, query, position);
    skills = window.skills;
    // Without skills nobody can match.
    if (skills.length === 0) return newestSlice(db, query);
    const after = position;
    const shownBefore = rows.length;
    const ranked = window.people.filter((person) => ranksAfter(person, after));
    const last = await fillPage(db, query, page, ranked);
    if (last && (rows.length === wanted || page.checked === mostWalked))
      return {
        rows: rows.slice(wanted - query.limit),
        nextCursor: matchCursor.encode([window.high, window.low, last.score, last.id]),
      };
    if (window.low === '') position = null;
    else {
      // An exhausted window is usually followed by more, so skip the run of decided people.
      const high: string = rows.length > shownBefore ? window.low : await belowDecided(db, query.viewerId, window.low);
      position = windowBelow(high);
    }
  }
  if (query.skill === undefined && query.intent === undefined) {
    const rest = await walkPastDecided(db, query.viewerId, {
      below: start?.length === 2 && start[0] === 'rest' ? start[1] : aboveAll,
      limit: wanted - rows.length,
      withoutSkills: skills ?? (await skillKeysOf(db, query.viewerId)),
      zones: query.zones,
    });
    rows.push(...rest.rows);
    return {
      rows: rows.slice(wanted - query.limit),
      nextCursor: rest.end === null ? null : matchCursor.encode(['rest', rest.end]),
    };
  }
  return { rows: rows.slice(wanted - query.limit), nextCursor: null };
}

/** A page that is being read. */
interface Page {
  rows: VisiblePerson[];
  /** How many people it has when it is full, with those that a page number skips. */
  wanted: number;
  checked: number;
  /** How many chunks were as large as they may be, and still left the page with too few people. */
  fullChunks: number;
}

/**
 * Adds those of these people whom the feed may show to the page, in their order, until it is full or has checked as many
 * people as it may. Returns the last one whom it has added or left out.
 */
async function fillPage(db: Db, query: MatchQuery, page: Page, ranked: readonly Ranked[]): Promise<Ranked | undefined> {
  const { rows, wanted } = page;
  let last: Ranked | undefined;
  for (let at = 0; at < ranked.length && rows.length < wanted && page.checked < mostWalked; ) {
    const size = Math.min((wanted - rows.length + spare) * growth ** page.fullChunks, mostWalked - page.checked);
    const chunk = ranked.slice(at, at + size);
    const ids = chunk.map(({ id }) => id);
    const found = new Map((await eligibleAmong(db, query.viewerId, ids, query)).map((row) => [row.id, row]));
    for (const person of chunk) {
      if (rows.length === wanted) break;
      const row = found.get(person.id);
      if (row) rows.push(row);
      last = person;
    }
    at += chunk.length;
    page.checked += chunk.length;
    if (chunk.length === size) page.fullChunks += 1;
  }
  return last;
}

function ranksAfter(person: Ranked, position: Position): boolean {
  return person.score < position.score || (person.score === position.score && person.id < position.id);
}

async function skillKeysOf(db: Db, userId: string): Promise<string[]> {
  return ((await skillsOf(db, [userId])).get(userId) ?? []).map(skillKey);
}
