import { formatter } from './time.ts';

/** The day in the user's time zone. */
export function dayOf(iso: string): string {
  return new Date(iso).toDateString();
}

const weekdayAndDate = formatter({ weekday: 'long', day: 'numeric', month: 'long' });

const weekdayAndFullDate = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

export function dayLabel(iso: string, now: number): string {
  const day = new Date(iso);
  const today = new Date(now);
  const yesterday = new Date(now);
  yesterday.setDate(today.getDate() - 1);
  if (day.toDateString() === today.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return day.getFullYear() === today.getFullYear() ? weekdayAndDate(iso) : weekdayAndFullDate(iso);
}
