import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#client/lib/person.ts';
import { useCapabilitiesKnown, useCapability } from '#client/store/capabilities.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { usePersonQuery, useSentQuery } from '#client/store/people-api.ts';
import { type LedgerEntry, useLedger } from '#client/store/sent-ledger.ts';
import { useRelationActions } from '#client/store/use-relation-actions.ts';
import { useRelations } from '#client/store/use-relations.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { RelationTag } from '#client/ui/relation-tag.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

export function SentRequests() {
  const known = useCapabilitiesKnown();
  const listed = useCapability('requests.sent');
  if (!known) return <RowBones rows={4} />;
  return listed ? <SentList /> : <SentFromThisDevice />;
}

function SentList() {
  const { data, error, isError, isFetching, refetch } = useSentQuery(undefined, { refetchOnMountOrArgChange: true });
  const { act, pending } = useRelationActions();
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} retrying={isFetching} />;
  if (!data) return <RowBones rows={4} />;
  if (data.length === 0) return <NothingSent />;
  return (
    <ul className="card divide-y divide-base-300">
      {data.map((request) => {
        const person = request.toUserID;
        const ignored = request.status === 'ignored';
        return (
          <SentRow key={request._id} person={person} at={request.createdAt} ignored={ignored}>
            <Button
              pending={pending === 'withdraw'}
              aria-label={`${ignored ? 'Take back ignoring' : 'Withdraw the request to'} ${fullName(person)}`}
              onClick={() => void act('withdraw', person ?? { _id: '', firstName: 'them' }, request._id)}
            >
              {ignored ? 'Take back' : 'Withdraw'}
            </Button>
          </SentRow>
        );
      })}
    </ul>
  );
}

/** Another upstream cannot list what was sent: what this device remembers, less those who are connected by now. */
function SentFromThisDevice() {
  const own = useOwnUser();
  const { connectionIds } = useRelations();
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
        {entries.map((entry) => (
          <RememberedRow key={entry.userId} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function RememberedRow({ entry }: { entry: LedgerEntry }) {
  const { data } = usePersonQuery(entry.userId);
  return <SentRow person={data ?? null} at={entry.at} ignored={false} />;
}

interface RowProps {
  person: User | null;
  at: string;
  ignored: boolean;
  children?: ReactNode;
}

function SentRow({ person, at, ignored, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Avatar person={person} size={44} />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {person ? (
            <Link to={to.otherProfile(person._id)} className="link-hover font-semibold" dir="auto">
              {fullName(person)}
            </Link>
          ) : (
            <span className="font-semibold">{fullName(person)}</span>
          )}
          <RelativeTime iso={at} />
        </p>
        {ignored ? <span className="text-micro text-muted">Ignored</span> : <RelationTag relation="pending" />}
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
