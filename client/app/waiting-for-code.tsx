import { usePageTitle } from '#client/dom/page.ts';
import { useOnline } from '#client/dom/window-state.ts';
import { LineIcon } from '#client/ui/line-icon.tsx';

const icons = {
  online:
    'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5',
  offline:
    'M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20',
};

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
      className="gutter-x mx-auto flex min-h-[60dvh] w-full max-w-reading flex-col items-center justify-center gap-3 py-12 text-center text-balance"
    >
      <span className="mb-1 grid size-14 place-items-center rounded-full bg-tint text-primary">
        <LineIcon line={online ? icons.online : icons.offline} size={24} />
      </span>
      <h1 tabIndex={-1} className="text-h1">
        {title}
      </h1>
      <p className="text-muted">
        {online ? 'The server does not answer. Still trying.' : 'This page opens when you’re back.'}
      </p>
    </div>
  );
}
