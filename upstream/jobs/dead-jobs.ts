import { sql } from 'kysely';
import { day } from '#shared/durations.ts';
import type { Retention } from './retention.ts';

const keptDays = 14;

export const deadJobs: Retention = {
  name: 'dead jobs',
  table: 'jobs',
  keys: ['kind', 'key'],
  age: sql`died_at`,
  expired: (now) => sql`died_at < ${now - keptDays * day}`,
  index: 'jobs_dead',
  what: 'Jobs that are not tried any more, mails among them',
  keptFor: `${keptDays} days`,
};
