import { useEffect, useState } from 'react';

/** The shortest time between two checks. */
const everyMs = 5 * 60_000;

/**
 * Whether the server has another build than this page is of. Asked when the user comes back to the tab, the way a
 * stranger would ask for the page: that answer is small, and 304 as long as nothing changed.
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
      // Offline, or while the server is replaced: it is asked again later.
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

/** The page names the files of its build by their contents: one that this document does not have is of another. */
async function isOtherBuild(): Promise<boolean> {
  const response = await fetch('/', { credentials: 'omit', cache: 'no-cache' });
  if (!response.ok) return false;
  const named = (await response.text()).match(/\/assets\/[\w.-]+/g) ?? [];
  return named.some((path) => document.querySelector(`[src="${path}"], [href="${path}"]`) === null);
}
