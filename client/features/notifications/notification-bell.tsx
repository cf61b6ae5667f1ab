import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import { CornerCount } from '#client/ui/count.tsx';
import { Popover } from '#client/ui/dialog/popover.tsx';
import { NotificationPanel } from './notification-panel.tsx';
import { useNewsCount } from './use-news-count.ts';

/** The bell with its panel of all notifications. Its badge counts what the panel calls unread. */
export function NotificationBell() {
  const { notices } = useNewsCount();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={notices > 0 ? `Notifications, ${notices} unread` : 'Notifications'}
      trigger={
        <>
          <Bell size={20} strokeWidth={1.75} aria-hidden="true" />
          {notices > 0 && <CornerCount count={notices} />}
        </>
      }
      className="relative size-[44px] p-0"
      panelLabel="Notifications"
      panelClassName="sheet-on-phone sm:w-88 sm:max-lg:mx-4"
      onOpenChange={setOpen}
    >
      {(close) => isOpen && <NotificationPanel onClose={close} />}
    </Popover>
  );
}
