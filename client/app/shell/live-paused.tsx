import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useOnline } from '#client/dom/use-online.ts';
import { useSlow } from '#client/dom/use-slow.ts';
import { failedQueries } from '#client/store/api/failed-queries.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { RelativeTime } from '#client/ui/relative-time.tsx';

/**
 * Says, while the network works, that live updates are paused because the socket cannot be opened, or that the content
 * is old because it cannot be loaded again.
 */
export function LivePaused() {
  const online = useOnline();
  const isConnecting = useAppSelector((state) => state.live.status === 'connecting');
  const answeredAt = useAppSelector((state) =>
    failedQueries(state).reduce<number | undefined>(
      (oldest, { answeredAt: at }) => (at === undefined ? oldest : Math.min(oldest ?? at, at)),
      undefined,
    ),
  );
  // Longer than a restart of the service takes.
  const isPaused = useSlow(isConnecting) && isConnecting;
  const isOld = useSlow(answeredAt !== undefined);
  return (
    <div role="status" className="print:hidden">
      {online && (isPaused || isOld) && (
        <p className="flex items-center justify-center gap-2 border-b border-base-300 bg-base-100 px-4 py-1 text-small">
          <RefreshCw size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
          {isPaused ? (
            'Live updates are paused. Trying to connect again.'
          ) : (
            <span>
              No answer from the server. Still trying. Last loaded{' '}
              {answeredAt !== undefined && <RelativeTime iso={new Date(answeredAt).toISOString()} />}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
