import { toast } from 'sonner';
import { announce } from '#client/dom/focus/announce.ts';
import { focusBeside } from '#client/dom/focus/focus-beside.ts';
import { useAnnouncedOnce } from '#client/dom/focus/use-announced.ts';
import { useSentQuery } from '#client/store/api/people-api.ts';
import { useRelationActions } from '#client/store/api/relations/use-relation-actions.ts';
import { justAsked } from '#client/store/first-calls.ts';
import { fullName } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { SentRequest } from '#shared/api/requests.ts';
import { SentFromThisDevice } from './sent-from-this-device.tsx';
import { NothingSent, SentRow } from './sent-row.tsx';

export function SentRequests() {
  const { data, error, refetch } = useSentQuery(undefined, {
    refetchOnMountOrArgChange: justAsked,
    refetchOnFocus: true,
  });
  const { withdraw, failureOf } = useWithdrawals();
  const requests = data?.unlisted ? undefined : data?.requests;
  useAnnouncedOnce(requests && countOf(requests.length));
  if (error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <RowBones rows={4} />;
  if (!requests) return <SentFromThisDevice />;
  if (requests.length === 0) return <NothingSent />;
  return (
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
  );
}

/** Withdraws requests and undoes ignoring, and announces it. */
function useWithdrawals() {
  const { act, stepOf } = useRelationActions();
  const withdraw = async ({ _id: requestId, toUserID: person }: SentRequest) => {
    const result = await act({ action: 'withdraw', person, requestId });
    if (result.kind === 'done') announce(`Taken back: ${fullName(person)}`);
    if (result.kind === 'failed') toast.error(`${fullName(person)}: ${result.message}`);
  };
  const failureOf = ({ _id: requestId, toUserID: person }: SentRequest) =>
    stepOf({ person, requestId }).failure?.message;
  return { withdraw, failureOf };
}

function countOf(count: number): string {
  return count === 1 ? '1 sent request' : `${count} sent requests`;
}
