import { expect, it } from 'vitest';
import { hour } from '#shared/durations.ts';
import { isJustPastEight, nextDigest, nextEight } from './local-eight.ts';

const next = (timeZone: string, after: string) => new Date(nextEight(timeZone, Date.parse(after))).toISOString();

it.each([
  ['UTC', '2026-03-01T07:59:59.999Z', '2026-03-01T08:00:00.000Z'],
  ['UTC', '2026-03-01T08:00:00.000Z', '2026-03-02T08:00:00.000Z'],
  // The clocks go forward on 29 March: 23 hours.
  ['Europe/Berlin', '2026-03-28T07:00:00.000Z', '2026-03-29T06:00:00.000Z'],
  // And back on 25 October: 25 hours.
  ['Europe/Berlin', '2026-10-24T06:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ['America/New_York', '2026-03-08T06:30:00.000Z', '2026-03-08T12:00:00.000Z'],
  // The local day is another than that of UTC.
  ['Pacific/Auckland', '2026-07-01T19:59:00.000Z', '2026-07-01T20:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-07-01T12:00:00.000Z', '2026-07-01T18:00:00.000Z'],
  ['Asia/Kathmandu', '2026-07-01T00:00:00.000Z', '2026-07-01T02:15:00.000Z'],
])('the next 8:00 in %s after %s is %s', (timeZone, after, expected) => {
  expect(next(timeZone, after)).toBe(expected);
});

it('goes forward day by day, over every change of clocks of two years', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe']) {
    let time = Date.parse('2020-01-01T00:00:00Z');
    for (let day = 0; day < 731; day++) {
      const at = nextEight(zone, time);
      expect(at - time, zone).toBeLessThanOrEqual(26 * hour);
      time = at;
    }
    const hours = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
    expect(hours.format(time)).toBe('08');
  }
});

it('knows how long ago 8:00 was', () => {
  const at = (time: string) => isJustPastEight('Europe/Berlin', Date.parse(time), 4 * hour);
  expect(at('2026-07-01T05:59:59.999Z')).toBe(false);
  expect(at('2026-07-01T06:00:00.000Z')).toBe(true);
  expect(at('2026-07-01T10:00:00.000Z')).toBe(true);
  expect(at('2026-07-01T10:00:00.001Z')).toBe(false);
});

it('spreads daily mails over the hour after 8:00, at the same minute each day for one person', () => {
  const after = Date.parse('2026-07-01T12:00:00Z');
  const eight = Date.parse('2026-07-02T08:00:00Z');
  const ids = Array.from(
    { length: 600 },
    (_, index) => `${'0'.repeat(16)}${((index * 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')}`,
  );
  const delays = ids.map((id) => nextDigest(id, 'UTC', after) - eight);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...delays)).toBeLessThan(hour);
  const inEachMinute = Map.groupBy(delays, (delay) => Math.floor(delay / 60_000));
  expect(inEachMinute.size).toBe(60);
  for (const [index, id] of ids.slice(0, 20).entries()) {
    const first = eight + (delays[index] ?? 0);
    expect(nextDigest(id, 'UTC', first) - first).toBe(24 * hour);
  }
});
