import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useEffect, useState } from 'react';
import { useOnline } from '#client/lib/dom/window-state.ts';
import { Banner, OfflineLine } from '#client/ui/state/service-line.tsx';

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
        <Banner icon={RefreshCw} words="A new version is here. Drafts stay.">
          <button
            type="button"
            className="btn btn-sm btn-outline pointer-coarse:min-h-11"
            onClick={() => location.reload()}
          >
            Reload
          </button>
        </Banner>
      )}
    </div>
  );
}

/** The shortest time between two checks. */
const everyMs = 5 * 60_000;

/**
 * Whether the server has a newer build than this page. Checked when the user comes back to the tab, by a request for the
 * page without a screen: the reply is small, and 304 while nothing has changed.
 */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (isNew) return;
    let askedAt = Date.now();
    let left = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < everyMs) return;
      askedAt = Date.now();
      // Offline, or the server is being replaced: the next return to the tab checks again.
      const other = await isOtherBuild().catch(() => false);
      if (other && !left) setIsNew(true);
    };
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('focus', ask);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('focus', ask);
    };
  }, [isNew]);
  return isNew;
}

/** File names contain a hash of their content, so a file that this document does not have is of another build. */
async function isOtherBuild(): Promise<boolean> {
  const response = await fetch('/index.html', { credentials: 'omit', cache: 'no-cache' });
  if (!response.ok) return false;
  const named = (await response.text()).match(/\/assets\/[\w.-]+/g) ?? [];
  return named.some((path) => document.querySelector(`[src="${path}"], [href="${path}"]`) === null);
}
