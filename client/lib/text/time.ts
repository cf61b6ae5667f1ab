/** "3 hours ago", "in 2 days". */
export function timeInWords(iso: string, now?: number): string {
  return relativeTime(iso, now, 'long');
}

/** "3h ago"; short, because it is shown beside names. */
export function relativeTime(iso: string, now: number = Date.now(), width: Width = 'narrow'): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return '';
  const seconds = Math.round((then - now) / 1000);
  for (const [unit, count] of Math.abs(seconds) < daySeconds ? clockParts(seconds) : calendarParts(then, now)) {
    // The narrow style would shorten words such as "yesterday" to abbreviations.
    const style = Math.abs(count) === 1 && unit !== 'hour' && unit !== 'minute' ? 'long' : width;
    if (count !== 0) return relativeFormat(style).format(count, unit);
  }
  return 'just now';
}

type Width = 'long' | 'narrow';

const daySeconds = 86_400;

type Parts = [Intl.RelativeTimeFormatUnit, number][];

function clockParts(seconds: number): Parts {
  return [
    ['hour', Math.trunc(seconds / 3600)],
    ['minute', Math.trunc(seconds / 60)],
  ];
}

/** By the reader's calendar, as "yesterday" and "last month" are understood: a day may have 23 or 25 hours. */
function calendarParts(then: number, now: number): Parts {
  const [at, today] = [new Date(then), new Date(now)];
  const years = at.getFullYear() - today.getFullYear();
  const months = years * 12 + at.getMonth() - today.getMonth();
  const days = Math.round((noonOf(at) - noonOf(today)) / (daySeconds * 1000));
  const isFar = Math.abs(days) >= 28;
  return [
    ['year', isFar && Math.abs(months) >= 12 ? years : 0],
    ['month', isFar ? months : 0],
    ['week', Math.trunc(days / 7)],
    ['day', days],
    // Where the clock is put back, a day lasts longer than 24 hours.
    ['hour', Math.trunc((then - now) / 3_600_000)],
  ];
}

function noonOf(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 12).getTime();
}

const relativeFormats: Partial<Record<Width, Intl.RelativeTimeFormat>> = {};

function relativeFormat(style: Width): Intl.RelativeTimeFormat {
  relativeFormats[style] ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto', style });
  return relativeFormats[style];
}

/** Building an Intl format costs as much as a hundred uses, so each is built once, on first use. */
export function formatter(options: Intl.DateTimeFormatOptions): (iso: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (iso) => {
    const time = Date.parse(iso);
    if (Number.isNaN(time)) return '';
    format ??= new Intl.DateTimeFormat('en', options);
    return format.format(time);
  };
}

export const absoluteTime = formatter({ dateStyle: 'long', timeStyle: 'short' });

/** The time of day; with the date where that is not today. */
export function clockTimeOrDate(iso: string, now: number = Date.now()): string {
  return new Date(iso).toDateString() === new Date(now).toDateString() ? clockTime(iso) : absoluteTime(iso);
}

/** The date and time to the second, with the weekday. */
export const exactTime = formatter({ dateStyle: 'full', timeStyle: 'medium' });

export const clockTime = formatter({ timeStyle: 'short' });

export const monthOf = formatter({ month: 'long', year: 'numeric' });

/** The day in words: "December 6, 2026". */
export const longDate = formatter({ dateStyle: 'long' });

/** The day in the user's time zone. */
export function dayOf(iso: string): string {
  return new Date(iso).toDateString();
}

const weekdayAndDate = formatter({ weekday: 'long', day: 'numeric', month: 'long' });

const weekdayAndFullDate = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

export function dayLabel(iso: string, now: number): string {
  const [day, today, yesterday] = [new Date(iso), new Date(now), new Date(now)];
  yesterday.setDate(today.getDate() - 1);
  if (day.toDateString() === today.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return day.getFullYear() === today.getFullYear() ? weekdayAndDate(iso) : weekdayAndFullDate(iso);
}
