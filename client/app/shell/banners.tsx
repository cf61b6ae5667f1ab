import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { useOnline } from '#client/dom/use-online.ts';
import { OfflineLine } from '#client/ui/state/offline-line.tsx';
import { useNewVersion } from './use-new-version.ts';

interface Props {
  /** When the oldest kept copy on screen was answered, in milliseconds. */
  keptAt?: number | undefined;
  /** The button of the changes that wait for the network. */
  waiting?: ReactNode;
}

/** The place above every screen for notices about the whole app, such as offline or a new version. */
export function Banners({ keptAt, waiting }: Props) {
  const online = useOnline();
  const isNew = useNewVersion();
  return (
    <div role="status" className="print:hidden">
      {!online && <OfflineLine keptAt={keptAt}>{waiting}</OfflineLine>}
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
