const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3h ago", in the browser's language; short, because it is shown beside names. */
export function relativeTime(iso: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  if (Number.isNaN(seconds)) return '';
  for (const [unit, size] of units) {
    const count = Math.trunc(seconds / size);
    // The narrow style would shorten words such as "yesterday" to abbreviations.
    const style = Math.abs(count) === 1 && size >= 86_400 ? 'long' : 'narrow';
    if (count !== 0) return relativeFormat(style).format(count, unit);
  }
  return 'just now';
}

const relativeFormats: Partial<Record<'long' | 'narrow', Intl.RelativeTimeFormat>> = {};

function relativeFormat(style: 'long' | 'narrow'): Intl.RelativeTimeFormat {
  relativeFormats[style] ??= new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style });
  return relativeFormats[style];
}

/** Building an Intl format costs as much as a hundred uses, so each is built once, on first use. */
export function formatter(options: Intl.DateTimeFormatOptions): (iso: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (iso) => {
    const time = Date.parse(iso);
    if (Number.isNaN(time)) return '';
    format ??= new Intl.DateTimeFormat(undefined, options);
    return format.format(time);
  };
}

export const absoluteTime = formatter({ dateStyle: 'long', timeStyle: 'short' });

/** The date and time to the second, with the weekday. */
export const exactTime = formatter({ dateStyle: 'full', timeStyle: 'medium' });

export const clockTime = formatter({ timeStyle: 'short' });

export const monthOf = formatter({ month: 'long', year: 'numeric' });

/** The day in the reader's words: "6 December 2026". */
export function longDate(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long' });
}
