import { useOnline } from '#client/dom/use-online.ts';
import { useKeptAge } from '#client/store/kept/use-kept-age.ts';
import { clockTimeOrDate } from '#client/text/time.ts';

/** Says how old the screen's content is, while it shows a copy that this browser has kept. */
export function KeptAge({ className = '' }: { className?: string }) {
  const at = useKeptAge();
  const online = useOnline();
  // Offline, the banner says it. Its place is kept, so that nothing moves when it comes and goes.
  const isShown = at !== undefined && online;
  return (
    <p className={`min-h-6 text-muted text-small ${className}`}>
      {isShown && `From ${clockTimeOrDate(new Date(at).toISOString())}`}
    </p>
  );
}
