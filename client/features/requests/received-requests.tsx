import { Inbox } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from 'sonner';
import { announce } from '#client/lib/announce.ts';
import { errorMessage } from '#client/lib/api-error.ts';
import { fullName } from '#client/lib/person.ts';
import { useAppDispatch, useAppSelector } from '#client/store/hooks.ts';
import { useReceivedQuery, useReviewRequestMutation } from '#client/store/people-api.ts';
import { removeRequest } from '#client/store/requests-slice.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import type { ReceivedRequest, Review } from '#shared/api/requests.ts';
import { to } from '#shared/routes.ts';
import { ReceivedRow } from './received-row.tsx';
import { useShownRequests } from './use-shown-requests.ts';

/** From this many rows on, several can be answered at once. */
const manyRows = 5;

export function ReceivedRequests() {
  const { error, isError, isLoading, isFetching, refetch } = useReceivedQuery(undefined, {
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  });
  const { shown, newer, showNewer, forget } = useShownRequests(useAppSelector((state) => state.requests.items));
  const { answered, failed, hidden, review, dismiss } = useReviews(forget);
  const [selecting, setSelecting] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Review>();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLParagraphElement>(null);

  const focusAfter = (requestId: string) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-request]') ?? [])];
    const at = rows.findIndex((row) => row.dataset.request === requestId);
    const next = rows[at + 1] ?? rows[at - 1];
    (next?.querySelector<HTMLElement>('[data-row]') ?? heading.current)?.focus();
  };
  const answer = async (request: ReceivedRequest, status: Review) => {
    focusAfter(request._id);
    await review(request, status);
  };
  const answerSelected = async (status: Review) => {
    setAsking(undefined);
    setSelecting(false);
    const chosen = (shown ?? []).filter(({ _id }) => selected.has(_id));
    setSelected(new Set());
    for (const request of chosen) if (status === 'rejected' || request.fromUserID) await review(request, status);
    heading.current?.focus();
  };
  const toggle = (requestId: string) => {
    const next = new Set(selected);
    if (!next.delete(requestId)) next.add(requestId);
    setSelected(next);
  };

  if (isLoading && !shown) return <RowBones rows={4} />;
  if (isError && !shown) return <ErrorState error={error} onRetry={refetch} retrying={isFetching} />;
  const rows = (shown ?? []).filter(({ _id }) => !hidden.has(_id));
  return (
    <>
      <p ref={heading} tabIndex={-1} className="sr-only">
        {rows.length === 0 ? 'No requests wait for you' : `${rows.length} requests wait for you`}
      </p>
      {newer > 0 && (
        <div className="mb-3 flex justify-center">
          <Button look="primary" className="btn-sm rounded-full" onClick={showNewer}>
            {newer} new {newer === 1 ? 'request' : 'requests'}
          </Button>
        </div>
      )}
      {rows.length >= manyRows && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <Button look="quiet" aria-pressed={selecting} onClick={() => setSelecting(!selecting)}>
            {selecting ? 'Done selecting' : 'Select'}
          </Button>
          {selecting && selected.size > 0 && (
            <>
              <Button look="primary" onClick={() => setAsking('accepted')}>
                Accept {selected.size}
              </Button>
              <Button onClick={() => setAsking('rejected')}>Reject {selected.size}</Button>
            </>
          )}
        </div>
      )}
      {rows.length === 0 && answered.size === 0 ? (
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
              connected={answered.has(request._id)}
              failure={failed.get(request._id)}
              selection={
                selecting ? { selected: selected.has(request._id), onToggle: () => toggle(request._id) } : undefined
              }
              onReview={(status) => void answer(request, status)}
              onLeave={() => dismiss(request._id)}
            />
          ))}
        </ul>
      )}
      {asking && (
        <Dialog
          title={`${asking === 'accepted' ? 'Accept' : 'Reject'} ${selected.size} requests?`}
          onClose={() => setAsking(undefined)}
          actions={
            <>
              <Button onClick={() => setAsking(undefined)}>Cancel</Button>
              <Button look={asking === 'accepted' ? 'primary' : 'danger'} onClick={() => void answerSelected(asking)}>
                {asking === 'accepted' ? 'Accept' : 'Reject'} {selected.size}
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

/** Accepted rows stay a moment as "Connected"; rejected ones leave at once and come back with a reason when it failed. */
function useReviews(forget: (requestId: string) => void) {
  const dispatch = useAppDispatch();
  const [review] = useReviewRequestMutation();
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const underWay = useRef(new Set<string>());

  const dismiss = useCallback(
    (requestId: string) => {
      setAnswered((before) => without(before, requestId));
      forget(requestId);
      dispatch(removeRequest(requestId));
    },
    [dispatch, forget],
  );

  const run = async (request: ReceivedRequest, status: Review) => {
    const { _id: requestId, fromUserID: person } = request;
    if (underWay.current.has(requestId)) return;
    underWay.current.add(requestId);
    setFailed((before) => new Map([...before].filter(([id]) => id !== requestId)));
    if (status === 'accepted') setAnswered((before) => new Set(before).add(requestId));
    else setHidden((before) => new Set(before).add(requestId));
    try {
      await review({ status, requestId }).unwrap();
      announce(`Request from ${person?.firstName ?? 'a former member'} ${status}`);
      if (status === 'rejected') dismiss(requestId);
      else dispatch(removeRequest(requestId));
    } catch (error) {
      const reason = errorMessage(error);
      setAnswered((before) => without(before, requestId));
      setFailed((before) => new Map(before).set(requestId, reason));
      toast.error(`${fullName(person)}: ${reason}`);
    } finally {
      setHidden((before) => without(before, requestId));
      underWay.current.delete(requestId);
    }
  };
  return { answered, failed, hidden, review: run, dismiss };
}

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  next.delete(id);
  return next;
}
