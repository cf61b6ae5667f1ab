import { useEffect, useState } from 'react';
import { absoluteTime, relativeTime } from '#client/text/time.ts';

/** "3h ago", updated every minute; the title and screen readers have the exact time. */
export function RelativeTime({ iso }: { iso: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const exact = absoluteTime(iso);
  return (
    <time dateTime={iso} title={exact} className="shrink-0 whitespace-nowrap font-mono text-micro text-muted">
      <span aria-hidden="true">{relativeTime(iso, now)}</span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}
