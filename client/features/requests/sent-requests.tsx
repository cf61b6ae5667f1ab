import { Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from 'sonner';
import { announce } from '#client/dom/announce.ts';
import { focusBeside } from '#client/dom/focus-beside.ts';
import { useAnnouncedOnce } from '#client/dom/use-announced.ts';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { usePersonQuery, useSentQuery } from '#client/store/api/people-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { type LedgerEntry, useLedger } from '#client/store/relations/sent-ledger.ts';
import { useRelationActions } from '#client/store/relations/use-relation-actions.ts';
import { useRelations } from '#client/store/relations/use-relations.ts';
import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { RelationTag } from '#client/ui/relation-tag.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Bone, RowBones, Skeleton } from '#client/ui/skeleton.tsx';
import { StaleNotice } from '#client/ui/stale-notice.tsx';
import type { SentRequest } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

export function SentRequests() {
  const known = useCapabilitiesKnown();
  const listed = useCapability('requests.sent');
  if (!known) return <RowBones rows={4} />;
  return listed ? <SentList /> : <SentFromThisDevice />;
}

function SentList() {
  const { data, error, isError, isFetching, refetch } = useSentQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const { withdraw, isWithdrawn, failureOf } = useWithdrawals();
  useAnnouncedOnce(data && countOf(data.length));
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} retrying={isFetching} />;
  if (!data) return <RowBones rows={4} />;
  const rows = data.filter((request) => !isWithdrawn(request));
  if (rows.length === 0) return <NothingSent />;
  return (
    <>
      {isError && <StaleNotice onRetry={refetch} retrying={isFetching} />}
      <ul className="card divide-y divide-base-300">
        {rows.map((request) => {
          const person = request.toUserID;
          const ignored = request.status === 'ignored';
          return (
            <SentRow
              key={request._id}
              person={person}
              at={request.createdAt}
              ignored={ignored}
              failure={failureOf(request)}
            >
              <Button
                aria-label={`${ignored ? 'Take back ignoring' : 'Withdraw the request to'} ${fullName(person)}`}
                onClick={(event) => {
                  focusBeside(event.currentTarget.closest('li'));
                  void withdraw(request);
                }}
              >
                {ignored ? 'Take back' : 'Withdraw'}
              </Button>
            </SentRow>
          );
        })}
      </ul>
    </>
  );
}

/** Withdraws requests and undoes ignoring, in this screen's words. */
function useWithdrawals() {
  const { act, stepOf } = useRelationActions();
  const withdraw = async ({ _id: requestId, toUserID: person }: SentRequest) => {
    const result = await act({ action: 'withdraw', person, requestId });
    if (result.kind === 'done') announce(`Taken back: ${fullName(person)}`);
    if (result.kind === 'failed') toast.error(`${fullName(person)}: ${result.message}`);
  };
  /** The list may have been fetched before the withdrawal reached the upstream. */
  const isWithdrawn = ({ _id: requestId, toUserID: person }: SentRequest) => {
    const { current, last } = stepOf({ person, requestId });
    return [current, last].some((each) => each?.action === 'withdraw' && each.requestId === requestId);
  };
  const failureOf = ({ _id: requestId, toUserID: person }: SentRequest) =>
    stepOf({ person, requestId }).failure?.message;
  return { withdraw, isWithdrawn, failureOf };
}

const step = 20;

/** Another upstream cannot list what was sent: what this device remembers, less those who are connected by now. */
function SentFromThisDevice() {
  const own = useOwnUser();
  const { connectionIds } = useRelations();
  // Each row asks for its person: a long memory is not asked for at once.
  const [most, setMost] = useState(step);
  const entries = useLedger(own._id).filter(
    ({ userId, status }) => status === 'interested' && !connectionIds.has(userId),
  );
  if (entries.length === 0) return <NothingSent />;
  return (
    <section aria-labelledby="sent-here">
      <h2 id="sent-here" className="mb-3 text-h3">
        Sent from this device
      </h2>
      <ul className="card divide-y divide-base-300">
        {entries.slice(0, most).map((entry) => (
          <RememberedRow key={entry.userId} entry={entry} />
        ))}
      </ul>
      {entries.length > most && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setMost(most + step)}>Show more</Button>
        </div>
      )}
    </section>
  );
}

function RememberedRow({ entry }: { entry: LedgerEntry }) {
  const { data, isLoading } = usePersonQuery(entry.userId);
  if (isLoading) {
    return (
      <li className="p-4">
        <Skeleton>
          <Bone className="h-11 w-full" />
        </Skeleton>
      </li>
    );
  }
  return <SentRow person={data ?? null} at={entry.at} ignored={false} />;
}

function countOf(count: number): string {
  return count === 1 ? '1 sent request' : `${count} sent requests`;
}

interface RowProps {
  person: User | null;
  at: string;
  ignored: boolean;
  failure?: string | undefined;
  children?: ReactNode;
}

function SentRow({ person, at, ignored, failure, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Avatar person={person} size={44} />
      <div className="min-w-32 flex-1 wrap-anywhere">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {person ? (
            <Link to={to.otherProfile(person._id)} className="font-semibold hover:underline" dir="auto">
              {fullName(person)}
            </Link>
          ) : (
            <span className="font-semibold">{fullName(person)}</span>
          )}
          <RelativeTime iso={at} />
        </p>
        {ignored ? <span className="text-micro text-muted">Ignored</span> : <RelationTag relation="pending" />}
        {failure !== undefined && (
          <p role="alert" className="mt-1 text-error text-small">
            {failure}
          </p>
        )}
      </div>
      {children}
    </li>
  );
}

function NothingSent() {
  return (
    <EmptyState
      title="Nothing sent"
      icon={<Send size={24} strokeWidth={1.75} />}
      actions={
        <Link to={to.feed()} className="btn btn-primary">
          Open feed
        </Link>
      }
    >
      People you are interested in appear here until they answer.
    </EmptyState>
  );
}
