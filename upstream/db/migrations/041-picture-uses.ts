import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * How often each picture is shown. An instance of the version before does not count: a picture that it has put to use is
 * counted when its day is over, and one that it has taken out of use is kept.
 */
export const pictureUses: Migration = {
  name: '041-picture-uses',
  phase: 'expand',
  steps: [
    {
      name: 'uses',
      run: (trx) =>
        trx.schema
          .alterTable('media_owners')
          .addColumn('uses', 'integer', (column) => column.notNull().defaultTo(0))
          .execute(),
    },
    { name: 'media_owners_unused', index: 'on media_owners (used_at) where uses = 0' },
    {
      name: 'count',
      async fill(trx, _engine, after) {
        const { rows } = await sql<{ user_id: string }>`
          select distinct user_id from media_owners where user_id > ${after} order by user_id limit 200`.execute(trx);
        const [first, last] = [rows[0]?.user_id, rows.at(-1)?.user_id];
        if (first === undefined || last === undefined) return undefined;
        const link = sql`'/api/media/' || media_owners.media_id || '/%'`;
        await sql`
          update media_owners set uses =
            (select count(*) from users where users.id = media_owners.user_id and users.photo_url like ${link})
            + (select count(*) from users where users.id = media_owners.user_id and users.cover_url like ${link})
            + (select count(*) from projects
                where projects.creator_id = media_owners.user_id and projects.image_url like ${link})
          where user_id >= ${first} and user_id <= ${last}`.execute(trx);
        return last;
      },
    },
  ],
};
