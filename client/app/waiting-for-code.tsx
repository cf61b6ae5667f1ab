import { usePageTitle } from '#client/dom/page-title.ts';
import { useOnline } from '#client/dom/use-online.ts';

/**
 * Shown while a screen's code cannot be fetched, because it was never opened on this device and the network or the
 * server is away. The screen opens by itself once its code is there.
 */
export function WaitingForCode() {
  const online = useOnline();
  const title = online ? 'This page is still on its way' : 'You’re offline';
  usePageTitle(title);
  return (
    <div
      role="status"
      className="gutter-x mx-auto flex min-h-[60dvh] w-full max-w-reading flex-col justify-center gap-3 py-12"
    >
      <h1 tabIndex={-1} className="text-h1">
        {title}
      </h1>
      <p>{online ? 'The server does not answer. Still trying.' : 'This page opens when you’re back.'}</p>
    </div>
  );
}
