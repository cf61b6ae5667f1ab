import Inbox from 'lucide-react/icons/inbox';
import { useRef, useState } from 'react';
import { freshForSeconds } from '#client/api/base-api.ts';
import { mostListed } from '#client/api/pages.ts';
import { useReceivedQuery } from '#client/api/people-api.ts';
import { stories, useMatchMoment } from '#client/features/match/use-match-moment.tsx';
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import { focusBeside } from '#client/lib/dom/focus.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import { EmptyState, ListGoesOn } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { ReceivedRequest, Review } from '#shared/api/requests.ts';
import { to } from '#shared/routes.ts';
import { ReceivedRow } from './received-row.tsx';
import { useReviews, useShownRequests } from './use-reviews.ts';

/** From this many open requests on, the user can select several and answer them together. */
const manyRows = 5;

export function ReceivedRequests() {
  const { error, isLoading, refetch } = useReceivedQuery(undefined, {
    refetchOnFocus: true,
    refetchOnMountOrArgChange: freshForSeconds,
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
        <div className="mb-3 flex justify-center">
          <Button
            look="primary"
            className="btn-sm rounded-full pointer-coarse:min-h-11"
            onClick={() => {
              showNewer();
              // This button disappears: the focus goes to the first row that it showed.
              requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('a, button')?.focus());
            }}
          >
            {newer} new {newer === 1 ? 'request' : 'requests'}
          </Button>
        </div>
      )}
      {(open.length >= manyRows || selection.isOn) && <AnswerMany selection={selection} onAnswer={answerChosen} />}
      {rows.length === 0 ? (
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
              onLeave={() => {
                focusBesideRow(request._id);
                forget(request._id);
              }}
            />
          ))}
        </ul>
      )}
      {rows.length >= mostListed && <ListGoesOn shown={rows.length} />}
      {moment}
    </>
  );
}

function countOf(count: number, kind = ''): string {
  if (count === 0) return 'No requests wait for you';
  return count === 1 ? `1 ${kind}request waits for you` : `${count} ${kind}requests wait for you`;
}

/** The controls that answer several requests at once, after asking for confirmation. */
function AnswerMany({ selection, onAnswer }: { selection: Selection; onAnswer: (status: Review) => void }) {
  const [asking, setAsking] = useState<Review>();
  const { isOn, chosen, allChosen } = selection;
  const verb = asking === 'accepted' ? 'Accept' : 'Reject';
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button aria-pressed={isOn} onClick={() => selection.turn(!isOn)}>
          {isOn ? 'Done selecting' : 'Select'}
        </Button>
        {isOn && (
          <Button look="quiet" onClick={selection.toggleAll}>
            {allChosen ? 'Clear selection' : 'Select all'}
          </Button>
        )}
        {isOn && chosen.length > 0 && (
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Button look="primary" onClick={() => setAsking('accepted')}>
              Accept {chosen.length}
            </Button>
            <Button onClick={() => setAsking('rejected')}>Reject {chosen.length}</Button>
          </div>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={`${verb} ${chosen.length} requests?`}
          action={`${verb} ${chosen.length}`}
          look={asking === 'accepted' ? 'primary' : 'danger'}
          onClose={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined);
            onAnswer(asking);
          }}
        >
          <p>
            {asking === 'accepted'
              ? 'You will be connected with each of them, and can chat.'
              : 'They are not told, and their requests cannot be brought back.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

type Selection = ReturnType<typeof useSelection>;

/** Which of the selectable requests the user has ticked, to answer them together. */
function useSelection(selectable: readonly ReceivedRequest[]) {
  const [isOn, setOn] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = selectable.filter(({ _id }) => ids.has(_id));
  const allChosen = chosen.length > 0 && chosen.length === selectable.length;

  const turn = (on: boolean) => {
    setOn(on);
    setIds(new Set());
  };
  const toggle = (requestId: string) => {
    const next = new Set(ids);
    if (!next.delete(requestId)) next.add(requestId);
    setIds(next);
  };
  const toggleAll = () => setIds(allChosen ? new Set() : new Set(selectable.map(({ _id }) => _id)));
  return { isOn, turn, chosen, allChosen, has: (requestId: string) => ids.has(requestId), toggle, toggleAll };
}
