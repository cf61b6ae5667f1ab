const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3h ago", in the browser's language: short, for it stands beside names that need the room. */
export function relativeTime(iso: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  if (Number.isNaN(seconds)) return '';
  for (const [unit, size] of units) {
    const count = Math.trunc(seconds / size);
    // "yesterday" and "last week" are words already, which narrow only cuts.
    const style = Math.abs(count) === 1 && size >= 86_400 ? 'long' : 'narrow';
    if (count !== 0) return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style }).format(count, unit);
  }
  return 'just now';
}

/** To build a format costs as much as to use it a hundred times: each is built once, when it is first needed. */
function formatter(options: Intl.DateTimeFormatOptions): (iso: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (iso) => {
    const time = Date.parse(iso);
    if (Number.isNaN(time)) return '';
    format ??= new Intl.DateTimeFormat(undefined, options);
    return format.format(time);
  };
}

export const absoluteTime = formatter({ dateStyle: 'long', timeStyle: 'short' });

/** To the second, with the day of the week. */
export const exactTime = formatter({ dateStyle: 'full', timeStyle: 'medium' });

export const clockTime = formatter({ timeStyle: 'short' });

export const monthOf = formatter({ month: 'long', year: 'numeric' });
