import Send from 'lucide-react/icons/send';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toast } from 'sonner';
import { freshForSeconds } from '#client/api/base-api.ts';
import { useSentFromHere } from '#client/api/compat/relations-here.ts';
import { mostListed } from '#client/api/pages.ts';
import { usePersonQuery, useSentQuery } from '#client/api/people-api.ts';
import { useRelationActions } from '#client/api/use-relation.ts';
import { announce, useAnnouncedOnce } from '#client/lib/dom/announce.tsx';
import { focusBeside } from '#client/lib/dom/focus.ts';
import { fullName } from '#client/lib/text/person.ts';
import { counted } from '#client/lib/text/short-count.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelationTag, RequestNote } from '#client/ui/person/relation.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Section } from '#client/ui/section.tsx';
import { EmptyState, ListGoesOn, RowsInSteps } from '#client/ui/state/empty-state.tsx';
import { ErrorLine, ErrorState } from '#client/ui/state/errors.tsx';
import { RowBones, StackedBones } from '#client/ui/state/skeleton.tsx';
import type { SentRequest } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

export function SentRequests() {
  const { data, error, refetch } = useSentQuery(undefined, {
    refetchOnMountOrArgChange: freshForSeconds,
    refetchOnFocus: true,
  });
  const { act, stepOf } = useRelationActions();
  const withdraw = async ({ _id: requestId, toUserID: person }: SentRequest) => {
    const result = await act({ action: 'withdraw', person, requestId });
    if (result.kind === 'done') announce(`Taken back: ${fullName(person)}`);
    if (result.kind === 'failed') toast.error(`${fullName(person)}: ${result.message}`);
  };
  const requests = data?.unlisted ? undefined : data?.requests;
  useAnnouncedOnce(requests && counted(requests.length, 'sent request'));
  if (error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <RowBones rows={4} />;
  if (!requests) return <SentFromThisDevice />;
  if (requests.length === 0)
    return <NothingSent title="Nothing sent">People you are interested in appear here until they answer.</NothingSent>;
  return (
    <>
      <ul className="long-list card divide-y divide-base-300">
        {requests.map((request) => {
          const person = request.toUserID;
          const ignored = request.status === 'ignored';
          return (
            <SentRow
              key={request._id}
              person={person}
              at={request.createdAt}
              ignored={ignored}
              note={request.note}
              failure={stepOf({ person, requestId: request._id })?.failure?.message}
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
      {requests.length >= mostListed && <ListGoesOn shown={requests.length} />}
    </>
  );
}

interface Props {
  person: User | null;
  at: string;
  ignored: boolean;
  /** The note that the user wrote with the request. */
  note?: string | undefined;
  failure?: string | undefined;
  children?: ReactNode;
}

function SentRow({ person, at, ignored, note, failure, children }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Avatar person={person} size={48} />
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
        <RequestNote text={note} />
        <ErrorLine className="mt-1">{failure}</ErrorLine>
      </div>
      {children}
    </li>
  );
}

function NothingSent({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState
      title={title}
      icon={<Send size={24} strokeWidth={1.75} />}
      actions={
        <ButtonLink to={to.feed()} look="primary">
          Open feed
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}

/** For an upstream that cannot list sent requests: those that this device remembers, without the people connected since. */
function SentFromThisDevice() {
  const decisions = useSentFromHere();
  if (decisions.length === 0)
    return (
      <NothingSent title="Nothing sent from this device">
        This server does not list sent requests. Those that you sent from another device wait there for an answer, too.
      </NothingSent>
    );
  return (
    <Section title="Sent from this device" look="mb-3 text-h3">
      <p className="mb-3 text-muted text-small">
        This server does not list sent requests: what you sent from another device is not shown here.
      </p>
      <RowsInSteps items={decisions} row={(decision) => <RememberedRow key={decision.userId} decision={decision} />} />
    </Section>
  );
}

function RememberedRow({ decision }: { decision: ReturnType<typeof useSentFromHere>[number] }) {
  const { data, isLoading } = usePersonQuery(decision.userId);
  if (isLoading) {
    return (
      <li className="p-4">
        <StackedBones bones={['h-11']} />
      </li>
    );
  }
  return <SentRow person={data ?? null} at={decision.at} ignored={false} />;
}
