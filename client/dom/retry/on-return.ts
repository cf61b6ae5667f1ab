/** After a longer absence than this, the content can be outdated: the browser may have frozen the tab. */
const awayAfterMs = 15_000;

/**
 * Calls back when the network or the user is back. `wasAway` tells whether changes may have been missed meanwhile.
 * Returns the unsubscribe.
 */
export function onReturn(callback: (wasAway: boolean) => void): () => void {
  let hiddenAt = Number.POSITIVE_INFINITY;
  const onOnline = () => callback(true);
  const onFocus = () => callback(false);
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else callback(Date.now() - hiddenAt > awayAfterMs);
  };
  window.addEventListener('online', onOnline);
  window.addEventListener('focus', onFocus);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    window.removeEventListener('online', onOnline);
    window.removeEventListener('focus', onFocus);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
