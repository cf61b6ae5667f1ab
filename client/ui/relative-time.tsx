import { useEffect, useState } from 'react';
import { absoluteTime, clockTime, relativeTime } from '#client/lib/text/time.ts';

interface Props {
  iso: string;
  /** For a row under the heading of its day: the time of day, except today. */
  isUnderDay?: boolean;
}

/** "3h ago", updated every minute; the title and screen readers have the exact time. */
export function RelativeTime({ iso, isUnderDay = false }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const exact = absoluteTime(iso);
  const isToday = new Date(iso).toDateString() === new Date(now).toDateString();
  return (
    <time dateTime={iso} title={exact} className="shrink-0 whitespace-nowrap font-mono text-micro text-muted">
      <span aria-hidden="true">{isUnderDay && !isToday ? clockTime(iso) : relativeTime(iso, now)}</span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}
