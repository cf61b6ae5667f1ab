import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useCapability } from '#client/store/api/capabilities.ts';
import { CornerCount } from '#client/ui/count.tsx';
import { Popover } from '#client/ui/dialog/popover.tsx';
import { NotificationHistory } from './notification-history.tsx';
import { useNewsCount } from './use-news-count.ts';
import { WaitingList } from './waiting-list.tsx';

/** The bell with its panel of all notifications. Its badge counts only those that no other badge counts. */
export function NotificationBell() {
  const { others } = useNewsCount();
  const keepsHistory = useCapability('notifications');
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={others > 0 ? `Notifications, ${others} new` : 'Notifications'}
      trigger={
        <>
          <Bell size={20} strokeWidth={1.75} aria-hidden="true" />
          {others > 0 && <CornerCount count={others} />}
        </>
      }
      className="relative size-[44px] p-0"
      panelLabel="Notifications"
      panelClassName="sheet-on-phone sm:w-88 sm:max-lg:mx-4"
      onOpenChange={setOpen}
    >
      {(close) => isOpen && (keepsHistory ? <NotificationHistory onLeave={close} /> : <WaitingList onLeave={close} />)}
    </Popover>
  );
}
