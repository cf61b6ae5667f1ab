import { useLayoutEffect, useRef } from 'react';
import { useCapability } from '#client/store/api/capabilities.ts';
import { NotificationHistory } from './notification-history.tsx';
import { WaitingList } from './waiting-list.tsx';

/** The content of the bell's panel, in a chunk of its own, which is loaded when the user points at the bell. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const keepsHistory = useCapability('notifications');
  const box = useRef<HTMLDivElement>(null);
  // Its code may come after the panel has opened and the popover has looked for what takes the focus.
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <div ref={box}>{keepsHistory ? <NotificationHistory onLeave={onLeave} /> : <WaitingList onLeave={onLeave} />}</div>
  );
}
