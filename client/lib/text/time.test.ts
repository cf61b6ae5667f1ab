import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { absoluteTime, clockTime, clockTimeOrDate, relativeTime } from './time.ts';

const now = Date.parse('2026-06-15T12:00:00.000Z');

it.each([
  [0, 'just now'],
  [3 * minute, '3m ago'],
  [61 * minute, '1h ago'],
  [30 * 60 * minute, 'yesterday'],
  [3 * day, '3d ago'],
  [8 * day, 'last week'],
])('what was %i ms ago is short', (ago, words) => {
  expect(relativeTime(new Date(now - ago).toISOString(), now)).toBe(words);
});

it('is empty for an invalid time', () => {
  expect(relativeTime('never', now)).toBe('');
});

// Written in the reader's own time zone.
it.each([
  [new Date(2026, 5, 14, 11), new Date(2026, 5, 15, 12), 'yesterday'],
  [new Date(2026, 5, 13, 13), new Date(2026, 5, 15, 12), '2d ago'],
  [new Date(2026, 5, 14, 23, 50), new Date(2026, 5, 15, 0, 10), '20m ago'],
  [new Date(2026, 3, 20), new Date(2026, 5, 15), '2mo ago'],
  [new Date(2026, 4, 2), new Date(2026, 5, 15), 'last month'],
  [new Date(2026, 6, 1), new Date(2026, 6, 31), '4w ago'],
  [new Date(2025, 11, 1), new Date(2026, 0, 31), 'last month'],
  [new Date(2025, 4, 1), new Date(2026, 5, 15), 'last year'],
])('%s is at %s called by the calendar: %s', (then, at, words) => {
  expect(relativeTime(then.toISOString(), at.getTime())).toBe(words);
});

it('says the date of a draft that is not from today', () => {
  const [yesterday, today] = [new Date(2026, 5, 14, 23).toISOString(), new Date(2026, 5, 15, 1)];
  expect(clockTimeOrDate(yesterday, today.getTime())).toBe(absoluteTime(yesterday));
  expect(clockTimeOrDate(today.toISOString(), today.getTime())).toBe(clockTime(today.toISOString()));
});

// A time zone belongs to a process. New York: 23 hours on 8 March 2026, 25 hours on 1 November. Lord Howe changes by half
// an hour. Kiritimati is 14 hours ahead of UTC.
it.each([
  ['America/New_York', '2026-03-07T00:10', '2026-03-08T23:00', 'yesterday'],
  ['America/New_York', '2026-03-08T00:30', '2026-03-08T23:30', '22h ago'],
  ['America/New_York', '2026-11-01T00:15', '2026-11-01T23:45', '24h ago'],
  ['America/New_York', '2026-10-31T00:30', '2026-11-01T23:45', 'yesterday'],
  ['Australia/Lord_Howe', '2026-10-03T23:45', '2026-10-05T00:15', '2d ago'],
  ['Pacific/Kiritimati', '2026-02-28T23:00', '2026-03-31T01:00', 'last month'],
])('in %s, %s is at %s called %s', (zone, then, at, words) => {
  const script = `import { relativeTime } from ${JSON.stringify(join(import.meta.dirname, 'time.ts'))};
    const [then, at] = process.argv.slice(1);
    process.stdout.write(relativeTime(new Date(then).toISOString(), Date.parse(at)));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script, then, at], {
    env: { ...process.env, TZ: zone, LANG: 'en_US.UTF-8' },
    encoding: 'utf8',
  });
  expect(said).toBe(words);
});
