import { Bell } from 'lucide-react';
import { useState } from 'react';
import { CornerCount } from '#client/ui/count.tsx';
import { Popover } from '#client/ui/popover.tsx';
import { NotificationList } from './notification-list.tsx';
import { useNewsCount } from './use-news-count.ts';

/** The bell with the number of waiting requests and unread messages, and the panel that lists them. */
export function NotificationBell() {
  const { total } = useNewsCount();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={total > 0 ? `Notifications, ${total} new` : 'Notifications'}
      trigger={
        <>
          <Bell size={20} strokeWidth={1.75} aria-hidden="true" />
          {total > 0 && <CornerCount count={total} />}
        </>
      }
      className="relative size-[44px] p-0"
      panelLabel="Notifications"
      panelClassName="w-88 max-lg:mx-4"
      onOpenChange={setOpen}
    >
      {(close) => isOpen && <NotificationList onLeave={close} />}
    </Popover>
  );
}
