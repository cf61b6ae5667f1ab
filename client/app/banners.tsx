import { WifiOff } from 'lucide-react';
import { copy } from '#client/lib/copy.ts';
import { useOnline } from '#client/lib/online.ts';

/** The slot above every screen: offline, and whatever else concerns the whole app. */
export function Banners() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-neutral px-4 py-2 text-small text-neutral-content">
          <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
          {copy.offline}
        </p>
      )}
    </div>
  );
}
