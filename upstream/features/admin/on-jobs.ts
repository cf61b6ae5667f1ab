import type { Connection } from '#upstream/db/connection.ts';
import { iso } from '#upstream/iso.ts';
import { countJobs, dropDead, listFailing, retryFailing } from '#upstream/jobs/job-store.ts';
import type { AdminRequest } from './run-admin.ts';

const listed = 100;

type OnJobs = (connection: Connection, request: AdminRequest) => Promise<string[]>;

/** The commands that show background work, and what has become of the jobs that fail. */
export const onJobs = {
  async jobs({ db }, { now }) {
    const counts = (await countJobs(db, [], now)).toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
    const failing = await listFailing(db, listed);
    return [
      ...counts.map(({ kind, waiting, oldestAt, tries, dead }) =>
        [
          kind.padEnd(32),
          oldestAt === undefined ? 'nothing is due' : `due for ${secondsBetween(oldestAt, now)} s`,
          ...(waiting > 0 ? [`${waiting} wait`] : []),
          ...(tries > 0 ? [`${tries} failures at most`] : []),
          ...(dead > 0 ? [`${dead} dead`] : []),
        ].join('  '),
      ),
      ...(failing.length === 0 ? [] : ['', `Those that have failed most, ${listed} at most:`]),
      ...failing.map((job) => {
        const state =
          job.died_at === null ? `again in ${secondsBetween(now, job.due_at)} s` : `dead since ${iso(job.died_at)}`;
        return [job.kind, job.key || '(its turn)', job.label, `${job.tries} failures`, state, job.last_error].join(
          '  ',
        );
      }),
    ];
  },
  async 'jobs retry'({ db }, { who, now }) {
    const kind = kindOf(who);
    return [`${await retryFailing(db, kind, now)} jobs of the kind ${kind} are tried again now.`];
  },
  async 'jobs drop'({ db }, { who }) {
    const kind = kindOf(who);
    return [`${await dropDead(db, kind)} dead jobs of the kind ${kind} are deleted.`];
  },
} satisfies Record<string, OnJobs>;

function kindOf(who: string | undefined): string {
  if (who === undefined) throw new Error('Say which kind of jobs; `npm run admin -- jobs` lists them.');
  return who;
}

function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.round((to - from) / 1000));
}
