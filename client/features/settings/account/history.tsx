import { classNames } from '#client/dom/class-names.ts';
import { Button } from '#client/ui/button.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { RetryLine } from '#client/ui/state/retry-line.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { AccountEvent } from '#shared/api/account.ts';
import { SettingsCard } from '../settings-card.tsx';
import { useHistoryInfiniteQuery } from './account-api.ts';
import { eventText } from './event-text.ts';

/** The account's events of the last 90 days. With the capability `account.history`. */
export function History() {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useHistoryInfiniteQuery();
  const events = data && eachOnce(data.pages.flatMap(({ items }) => items));
  return (
    <SettingsCard title="Your account’s history">
      <p className="text-muted text-small">
        What happened in the last 90 days. If there is something you do not know, change your password: it logs out
        every other device.
      </p>
      {error !== undefined && (!events || isFetchNextPageError) && (
        <RetryLine error={error} retrying={isFetching} onRetry={() => void (events ? fetchNextPage() : refetch())} />
      )}
      {!events && error === undefined && <RowBones rows={3} />}
      {events?.length === 0 && <p className="text-small">Nothing yet.</p>}
      {events !== undefined && events.length > 0 && (
        <ol aria-label="History" className="flex flex-col divide-y divide-base-300">
          {events.map((event) => (
            <EventRow key={event._id} event={event} />
          ))}
        </ol>
      )}
      {hasNextPage && !isFetchNextPageError && (
        <div>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </SettingsCard>
  );
}

function EventRow({ event }: { event: AccountEvent }) {
  const { words, icon: Icon } = eventText(event);
  const place = [event.device, event.address].filter((part) => part !== undefined).join(' · ');
  const isWarning = event.kind === 'refused' || event.kind === 'code-refused';
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span
        className={classNames(
          'grid size-9 shrink-0 place-items-center rounded-full bg-base-200',
          isWarning ? 'text-warning' : 'text-muted',
        )}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-small">{words}</span>
        {place !== '' && <span className="block wrap-anywhere text-muted text-small">{place}</span>}
      </span>
      <RelativeTime iso={event.at} />
    </li>
  );
}

/** Removes double rows: refused passwords of today move to the front while older pages load. */
function eachOnce(events: readonly AccountEvent[]): AccountEvent[] {
  return [...new Map(events.toReversed().map((event) => [event._id, event])).values()].toReversed();
}
