import { RefreshCw } from 'lucide-react';
import { useOnline } from '#client/dom/use-online.ts';
import { useSlow } from '#client/dom/use-slow.ts';
import { useAppSelector } from '#client/store/hooks.ts';

/** Says that live updates are paused while the network is there and the socket cannot be opened. */
export function LivePaused() {
  const online = useOnline();
  const isConnecting = useAppSelector((state) => state.live.status === 'connecting');
  // A restart of the service takes less time, and needs no word.
  const isLong = useSlow(isConnecting);
  return (
    <div role="status">
      {online && isConnecting && isLong && (
        <p className="flex items-center justify-center gap-2 border-b border-base-300 bg-base-100 px-4 py-1 text-small">
          <RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />
          Live updates are paused. Trying to connect again.
        </p>
      )}
    </div>
  );
}
