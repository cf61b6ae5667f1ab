import Bell from 'lucide-react/icons/bell';
import { useId, useState } from 'react';
import {
  unreadNotices,
  useNotificationCounts,
  useNotificationsInfiniteQuery,
} from '#client/api/notifications/notifications-api.ts';
import { useAddress } from '#client/lib/dom/use-address.ts';
import { dayLabel, dayOf } from '#client/lib/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { FilterChip } from '#client/ui/chips.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorLine, ErrorState } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { NotificationItem, NotificationKind } from '#shared/api/notifications.ts';
import { NoticeRow, rowsOf, useMarkAllRead } from './notification-row.tsx';

/** The tabs, by the value of `kind` in the address, with the kinds of notifications that each lists. */
const groups = {
  people: { label: 'People', kinds: ['request', 'connected'] },
  projects: { label: 'Projects', kinds: ['mention', 'interest', 'interest-reviewed'] },
  account: { label: 'Account', kinds: ['account'] },
} as const satisfies Record<string, { label: string; kinds: readonly NotificationKind[] }>;
type Group = keyof typeof groups;

const isGroup = (name: string | null): name is Group => name !== null && Object.hasOwn(groups, name);

/** All notifications of the last 90 days, by kind. The address holds what is chosen. */
export function NotificationsPage() {
  const [params, write] = useAddress();
  const asked = params.get('kind');
  const group = isGroup(asked) ? asked : undefined;
  const isUnread = params.get('unread') === '1';
  const counts = useNotificationCounts();
  const [keepsPlace] = useState(counts === undefined);
  const unread = counts ? unreadNotices(counts) : 0;
  const markAll = useMarkAllRead(unread, () => document.querySelector<HTMLElement>('main h1')?.focus());
  const unreadIn = (kinds: readonly NotificationKind[]) => ({
    count: kinds.reduce((sum, kind) => sum + (counts?.unreadOf[kind] ?? 0), 0),
    word: 'unread',
  });
  return (
    <Screen
      title="Notifications"
      narrow
      actions={<div className="flex min-h-8 items-center pointer-coarse:min-h-11">{markAll.button}</div>}
    >
      {markAll.failed}
      <Tabs
        label="Kinds"
        tabs={[
          { id: 'all', label: 'All', count: { count: unread, word: 'unread' }, keepsPlace },
          ...Object.entries(groups).map(([id, { label, kinds }]) => ({
            id: id as Group,
            label,
            count: unreadIn(kinds),
            keepsPlace,
            isCountWide: true,
          })),
        ]}
        current={group ?? 'all'}
        onSelect={(id) => write({ kind: id === 'all' ? '' : id })}
      >
        <div className="mb-4">
          <FilterChip label="Unread only" pressed={isUnread} onPress={() => write({ unread: isUnread ? '' : '1' })} />
        </div>
        <NoticeList key={`${group} ${isUnread}`} group={group} isUnread={isUnread} />
      </Tabs>
    </Screen>
  );
}

function NoticeList({ group, isUnread }: { group: Group | undefined; isUnread: boolean }) {
  const asked = { kinds: group && groups[group].kinds, unread: isUnread };
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useNotificationsInfiniteQuery(group || isUnread ? asked : undefined);
  if (data === undefined)
    return error === undefined ? <RowBones rows={6} /> : <ErrorState error={error} onRetry={refetch} />;
  const items = rowsOf(data.pages, asked);
  // After "Mark all read" the cursor leads to nothing unread.
  const hasMore = hasNextPage && (!isUnread || data.pages[0] === undefined || unreadNotices(data.pages[0]) > 0);
  return (
    <>
      {items.length === 0 ? <NothingHere group={group} isUnread={isUnread} /> : <Days items={items} />}
      {isFetchNextPageError && (
        <ErrorLine className="p-2" error={error} retrying={isFetching} onRetry={() => void fetchNextPage()} />
      )}
      {hasMore && !isFetchNextPageError && (
        <Button className="mt-4 w-full" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

/** The rows under the day on which they came. */
function Days({ items }: { items: readonly NotificationItem[] }) {
  const base = useId();
  const now = Date.now();
  const days = Map.groupBy(items, ({ createdAt }) => dayOf(createdAt));
  return [...days].map(([day, rows], index) => (
    <section key={day} className="mb-6 last:mb-0">
      <h2 id={`${base}-${index}`} className="mb-2 px-2 font-semibold text-muted text-small">
        {dayLabel(rows[0]?.createdAt ?? day, now)}
      </h2>
      <ul aria-labelledby={`${base}-${index}`} className="card flex flex-col gap-1 p-2">
        {rows.map((item) => (
          <NoticeRow key={item._id} item={item} isUnderDay />
        ))}
      </ul>
    </section>
  ));
}

function NothingHere({ group, isUnread }: { group: Group | undefined; isUnread: boolean }) {
  const about = group ? ` about ${groups[group].label.toLowerCase()}` : '';
  return (
    <EmptyState
      title={isUnread ? `Nothing unread${about}` : `Nothing yet${about}`}
      icon={<Bell size={24} strokeWidth={1.75} />}
    >
      {group === 'account'
        ? 'What happens to your account appears here, and stays for 90 days.'
        : 'Requests and answers appear here, and stay for 90 days. Unread messages are counted at Messages.'}
    </EmptyState>
  );
}
