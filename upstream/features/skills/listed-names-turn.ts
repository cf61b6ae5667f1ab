import { sql } from 'kysely';
import { minute } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { BatchTurn } from '#upstream/jobs/turns.ts';
import { indexPeople, indexProjects } from '../search/search-index.ts';
import { ownSpelling, type StoredSkill, skillRows } from './skill-rows.ts';

/** People or projects of one transaction, which locks them. */
const atOnce = 50;

const kinds = {
  people: { rows: 'user_skills', owner: 'user_id', owners: 'users', index: indexPeople },
  projects: { rows: 'project_skills', owner: 'project_id', owners: 'projects', index: indexProjects },
} as const;

/** Gives the skills of the next people or projects their listed names. True where some may be left. */
async function nameSkills(trx: Trx, kind: keyof typeof kinds): Promise<boolean> {
  const { rows, owner, owners, index } = kinds[kind];
  const [table, column] = [sql.table(rows), sql.ref(owner)];
  const waiting = await sql<{ owner: string }>`
    select distinct ${column} as owner from ${table} where spelling is null order by ${column} limit ${atOnce}`.execute(
    trx,
  );
  const ids = waiting.rows.map((row) => row.owner);
  if (ids.length === 0) return false;
  // Locks these people or projects: a call that replaces their skills waits for this transaction, or this one for the call.
  await sql`update ${sql.table(owners)} set updated_at = updated_at where id in (${sql.join(ids)})`.execute(trx);
  const stored = await sql<StoredSkill & { owner: string }>`
    select ${column} as owner, label, spelling from ${table}
    where ${column} in (${sql.join(ids)}) order by ${column}, position`.execute(trx);
  const renamed: string[] = [];
  for (const [id, before] of Map.groupBy(stored.rows, (row) => row.owner)) {
    const after = skillRows(before.map(ownSpelling));
    await sql`delete from ${table} where ${column} = ${id}`.execute(trx);
    const values = after.map((row) => sql`(${sql.join([id, row.skill_key, row.label, row.spelling, row.position])})`);
    await sql`insert into ${table} (${column}, skill_key, label, spelling, position) values ${sql.join(values)}`.execute(
      trx,
    );
    if (after.map(({ label }) => label).join() !== before.map(({ label }) => label).join()) renamed.push(id);
  }
  await index(trx, renamed);
  return ids.length === atOnce;
}

/** Skills from before there was the list, and of an instance of the version before. */
export function listedNamesTurn(db: Db): BatchTurn {
  return {
    kind: 'listed names of skills',
    everyMs: 5 * minute,
    async batch() {
      const people = await transact(db, (trx) => nameSkills(trx, 'people'));
      const projects = await transact(db, (trx) => nameSkills(trx, 'projects'));
      return people || projects;
    },
  };
}
