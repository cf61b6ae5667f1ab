import Inbox from 'lucide-react/icons/inbox';
import { useRef, useState } from 'react';
import { focusBeside } from '#client/dom/focus/focus-beside.ts';
import { useAnnounced } from '#client/dom/focus/use-announced.ts';
import { stories, useMatchMoment } from '#client/features/match/use-match-moment.tsx';
import { useReceivedQuery } from '#client/store/api/people-api.ts';
import { justAsked } from '#client/store/first-calls.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { ReceivedRequest, Review } from '#shared/api/requests.ts';
import { to } from '#shared/routes.ts';
import { AnswerMany } from './answer-many.tsx';
import { ReceivedRow } from './received-row.tsx';
import { useReviews } from './use-reviews.ts';
import { useSelection } from './use-selection.ts';
import { useShownRequests } from './use-shown-requests.ts';

/** From this many open requests on, the user can select several and answer them together. */
const manyRows = 5;

export function ReceivedRequests() {
  const { error, isLoading, refetch } = useReceivedQuery(undefined, {
    refetchOnFocus: true,
    refetchOnMountOrArgChange: justAsked,
  });
  const { shown, waiting, newer, showNewer, forget } = useShownRequests(
    useAppSelector((state) => state.requests.items),
  );
  const { meet, moment } = useMatchMoment('Write later');
  const { answer, answerTo } = useReviews({
    forget,
    onAccepted: ({ fromUserID: person, note }) => person && meet({ person, note, story: stories.accepted(person) }),
  });
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const rows = (shown ?? []).filter((request) => answerTo(request).action !== 'reject');
  const open = rows.filter((request) => answerTo(request).action === undefined && waiting.has(request._id));
  const selection = useSelection(open.filter(({ fromUserID }) => fromUserID));
  const arrived = newer > 0 ? countOf(newer, 'new ') : undefined;
  const [said, setSaid] = useState<string>();
  if (said === undefined && shown) setSaid(countOf(shown.length));
  // Below an empty list there is no row that new ones could push aside.
  if (arrived !== undefined && rows.length === 0) {
    setSaid(arrived);
    showNewer();
  }
  // The user's own answers are announced separately.
  useAnnounced(arrived ?? said);

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
    selection.turn(false);
    void answer(selection.chosen, status);
    requestAnimationFrame(() => heading.current?.focus());
  };

  if (isLoading && !shown) return <RowBones rows={4} />;
  if (error !== undefined && !shown) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {countOf(open.length + newer)}
      </h2>
      {newer > 0 && (
        <NewRequests
          count={newer}
          onShow={() => {
            showNewer();
            // This button disappears: the focus goes to the first row that it showed.
            requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('a, button')?.focus());
          }}
        />
      )}
      {(open.length >= manyRows || selection.isOn) && <AnswerMany selection={selection} onAnswer={answerChosen} />}
      {rows.length === 0 ? (
        <NothingWaiting />
      ) : (
        <ul ref={list} className="long-list card divide-y divide-base-300">
          {rows.map((request) => (
            <ReceivedRow
              key={request._id}
              request={request}
              state={answerTo(request).action === 'accept' ? 'connected' : waiting.has(request._id) ? 'open' : 'gone'}
              failure={answerTo(request).failure}
              selection={
                selection.isOn && request.fromUserID
                  ? { selected: selection.has(request._id), onToggle: () => selection.toggle(request._id) }
                  : undefined
              }
              onReview={(status) => answerOne(request, status)}
              onDismiss={() => {
                focusBesideRow(request._id);
                forget(request._id);
              }}
              onBlocked={() => {
                focusBesideRow(request._id);
                forget(request._id);
              }}
            />
          ))}
        </ul>
      )}
      {moment}
    </>
  );
}

function countOf(count: number, kind = ''): string {
  if (count === 0) return 'No requests wait for you';
  return count === 1 ? `1 ${kind}request waits for you` : `${count} ${kind}requests wait for you`;
}

function NewRequests({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="mb-3 flex justify-center">
      <Button look="primary" className="btn-sm rounded-full pointer-coarse:min-h-11" onClick={onShow}>
        {count} new {count === 1 ? 'request' : 'requests'}
      </Button>
    </div>
  );
}

function NothingWaiting() {
  return (
    <EmptyState
      title="Nothing waiting"
      icon={<Inbox size={24} strokeWidth={1.75} />}
      actions={
        <ButtonLink to={to.feed()} look="primary">
          Open feed
        </ButtonLink>
      }
    >
      People who want to connect with you appear here.
    </EmptyState>
  );
}
