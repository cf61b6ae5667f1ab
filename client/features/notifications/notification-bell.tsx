import Bell from 'lucide-react/icons/bell';
import { Suspense, useState } from 'react';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { CornerCount } from '#client/ui/count.tsx';
import { Popover } from '#client/ui/dialog/popover.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import { useNewsCount } from './use-news-count.ts';

const loadPanel = async () => (await import('./notification-panel.tsx')).NotificationPanel;
const NotificationPanel = lazyPart(loadPanel);

/** A failure is not reported: the panel loads its code again. */
const preloadPanel = () => void loadPanel().catch(() => undefined);

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
      onWanted={preloadPanel}
      onOpenChange={setOpen}
    >
      {(close) =>
        isOpen && (
          <Suspense fallback={<RowBones rows={3} />}>
            <NotificationPanel onClose={close} />
          </Suspense>
        )
      }
    </Popover>
  );
}
