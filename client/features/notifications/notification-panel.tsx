import { useLayoutEffect, useRef } from 'react';
import { useStandIns } from '#client/store/api/use-stand-ins.ts';
import { NotificationHistory } from './notification-history.tsx';
import { WaitingList } from './waiting-list.tsx';

/** The content of the bell's panel, in a chunk of its own, which is loaded when the user points at the bell. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { notifications } = useStandIns();
  const box = useRef<HTMLDivElement>(null);
  // Its code may come after the panel has opened and the popover has looked for what takes the focus.
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <div ref={box}>
      {notifications === 'stored' ? <NotificationHistory onClose={onClose} /> : <WaitingList onClose={onClose} />}
    </div>
  );
}
