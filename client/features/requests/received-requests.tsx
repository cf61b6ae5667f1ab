import { Inbox } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { focusBeside } from '#client/dom/focus-beside.ts';
import { useAnnounced } from '#client/dom/use-announced.ts';
import { useReceivedQuery } from '#client/store/api/people-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import { StaleNotice } from '#client/ui/stale-notice.tsx';
import type { ReceivedRequest, Review } from '#shared/api/requests.ts';
import { to } from '#shared/routes.ts';
import { ReceivedRow } from './received-row.tsx';
import { useReviews } from './use-reviews.ts';
import { useShownRequests } from './use-shown-requests.ts';

/** From this many rows on, several can be answered at once. */
const manyRows = 5;

export function ReceivedRequests() {
  const { error, isError, isLoading, isFetching, refetch } = useReceivedQuery(undefined, {
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: true,
  });
  const { shown, waiting, newer, showNewer, forget } = useShownRequests(
    useAppSelector((state) => state.requests.items),
  );
  const { answer, answerTo } = useReviews(forget);
  const [selecting, setSelecting] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Review>();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const rows = (shown ?? []).filter((request) => answerTo(request).action !== 'reject');
  const open = rows.filter((request) => answerTo(request).action === undefined && waiting.has(request._id));
  const selectable = open.filter(({ fromUserID }) => fromUserID);
  const chosen = selectable.filter(({ _id }) => selected.has(_id));
  const allChosen = chosen.length > 0 && chosen.length === selectable.length;
  const [first, setFirst] = useState<number>();
  if (first === undefined && shown) setFirst(shown.length);
  // The user's own answers are announced separately.
  useAnnounced(newer > 0 ? countOf(newer, 'new ') : first === undefined ? undefined : countOf(first));

  const focusBesideRow = (requestId: string) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-request]') ?? [])];
    focusBeside(
      items.find((item) => item.dataset.request === requestId),
      heading.current,
    );
  };
  const answerOne = (request: ReceivedRequest, status: Review) => {
    focusBesideRow(request._id);
    void answer([request], status);
  };
  const answerChosen = (status: Review) => {
    setAsking(undefined);
    setSelecting(false);
    setSelected(new Set());
    void answer(chosen, status);
    requestAnimationFrame(() => heading.current?.focus());
  };
  const toggle = (requestId: string) => {
    const next = new Set(selected);
    if (!next.delete(requestId)) next.add(requestId);
    setSelected(next);
  };

  if (isLoading && !shown) return <RowBones rows={4} />;
  if (isError && !shown) return <ErrorState error={error} onRetry={refetch} retrying={isFetching} />;
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {countOf(open.length)}
      </h2>
      {isError && <StaleNotice onRetry={refetch} retrying={isFetching} />}
      {newer > 0 && (
        <div className="mb-3 flex justify-center">
          <Button
            look="primary"
            className="btn-sm rounded-full pointer-coarse:min-h-11"
            onClick={() => {
              showNewer();
              // The pill is gone: on to what it showed.
              requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('a, button')?.focus());
            }}
          >
            {newer} new {newer === 1 ? 'request' : 'requests'}
          </Button>
        </div>
      )}
      {(open.length >= manyRows || selecting) && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <Button
            aria-pressed={selecting}
            onClick={() => {
              setSelecting(!selecting);
              setSelected(new Set());
            }}
          >
            {selecting ? 'Done selecting' : 'Select'}
          </Button>
          {selecting && (
            <Button
              look="quiet"
              onClick={() => setSelected(allChosen ? new Set() : new Set(selectable.map(({ _id }) => _id)))}
            >
              {allChosen ? 'Clear selection' : 'Select all'}
            </Button>
          )}
          {selecting && chosen.length > 0 && (
            <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
              <Button look="primary" onClick={() => setAsking('accepted')}>
                Accept {chosen.length}
              </Button>
              <Button onClick={() => setAsking('rejected')}>Reject {chosen.length}</Button>
            </div>
          )}
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState
          title="Nothing waiting"
          icon={<Inbox size={24} strokeWidth={1.75} />}
          actions={
            <Link to={to.feed()} className="btn btn-primary">
              Open feed
            </Link>
          }
        >
          People who want to connect with you appear here.
        </EmptyState>
      ) : (
        <ul ref={list} className="card divide-y divide-base-300">
          {rows.map((request) => (
            <ReceivedRow
              key={request._id}
              request={request}
              state={answerTo(request).action === 'accept' ? 'connected' : waiting.has(request._id) ? 'open' : 'gone'}
              failure={answerTo(request).failure}
              selection={
                selecting && request.fromUserID
                  ? { selected: selected.has(request._id), onToggle: () => toggle(request._id) }
                  : undefined
              }
              onReview={(status) => answerOne(request, status)}
              onLeave={() => {
                focusBesideRow(request._id);
                forget(request._id);
              }}
            />
          ))}
        </ul>
      )}
      {asking && (
        <Dialog
          title={`${asking === 'accepted' ? 'Accept' : 'Reject'} ${chosen.length} requests?`}
          onClose={() => setAsking(undefined)}
          actions={
            <>
              <Button onClick={() => setAsking(undefined)}>Cancel</Button>
              <Button look={asking === 'accepted' ? 'primary' : 'danger'} onClick={() => answerChosen(asking)}>
                {asking === 'accepted' ? 'Accept' : 'Reject'} {chosen.length}
              </Button>
            </>
          }
        >
          <p>
            {asking === 'accepted'
              ? 'You will be connected with each of them, and can chat.'
              : 'They are not told, and their requests cannot be brought back.'}
          </p>
        </Dialog>
      )}
    </>
  );
}

function countOf(count: number, kind = ''): string {
  if (count === 0) return 'No requests wait for you';
  return count === 1 ? `1 ${kind}request waits for you` : `${count} ${kind}requests wait for you`;
}
