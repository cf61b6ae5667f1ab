import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOnline } from '#client/dom/use-online.ts';
import { useAppSelector } from '#client/store/hooks.ts';

/** A restart of the service takes less: nothing is said about a pause that ends by itself at once. */
const saidAfterMs = 8000;

/** Says that live updates are paused while the network is there and the socket cannot be opened. */
export function LivePaused() {
  const online = useOnline();
  const isConnecting = useAppSelector((state) => state.live.status === 'connecting');
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isConnecting) return;
    const timer = setTimeout(() => setIsLong(true), saidAfterMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isConnecting]);
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
