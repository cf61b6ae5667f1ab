import RefreshCw from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useOnline } from '#client/dom/use-online.ts';
import { useNewVersion } from './use-new-version.ts';

/** The place above every screen for notices about the whole app, such as offline or a new version. */
export function Banners() {
  const online = useOnline();
  const isNew = useNewVersion();
  return (
    <div role="status" className="print:hidden">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-neutral px-4 py-2 text-small text-neutral-content">
          <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
          You are offline. What you see may be old.
        </p>
      )}
      {online && isNew && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-base-300 bg-base-100 px-4 py-1 text-small">
          <p className="flex items-center gap-2">
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />A new version is here. Drafts stay.
          </p>
          <button
            type="button"
            className="btn btn-sm btn-outline pointer-coarse:min-h-11"
            onClick={() => location.reload()}
          >
            Reload
          </button>
        </div>
      )}
    </div>
  );
}
