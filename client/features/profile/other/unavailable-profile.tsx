import Ban from 'lucide-react/icons/ban';
import UserX from 'lucide-react/icons/user-x';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useBlockedQuery } from '#client/store/api/safety/block-api.ts';
import { fullName } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';

/** For a profile that is not there, or that the user has blocked: only they are told the difference. */
export function NotAvailable({ userId }: { userId: string }) {
  const canBlock = useCapability('safety.block');
  const { data: blocked } = useBlockedQuery(undefined, { skip: !canBlock });
  const own = blocked?.find(({ user }) => user._id === userId);
  if (!own) return <Unavailable />;
  return (
    <EmptyState
      title={`You have blocked ${fullName(own.user)}`}
      icon={<Ban size={24} strokeWidth={1.75} />}
      actions={
        <ButtonLink to={`${to.setting()}?section=privacy`} look="primary">
          Blocked people
        </ButtonLink>
      }
    >
      You do not see each other. You can unblock people in Settings.
    </EmptyState>
  );
}

function Unavailable() {
  const navigate = useNavigate();
  // On the first page of a tab there is nothing to go back to.
  const isFirst = useLocation().key === 'default';
  return (
    <EmptyState
      title="This profile is not available"
      icon={<UserX size={24} strokeWidth={1.75} />}
      actions={
        <>
          <ButtonLink to={to.search()} look="primary">
            Search
          </ButtonLink>
          {isFirst ? (
            <ButtonLink to={to.feed()}>Open feed</ButtonLink>
          ) : (
            <Button onClick={() => navigate(-1)}>Back</Button>
          )}
        </>
      }
    >
      The account may be gone, or the link may be wrong.
    </EmptyState>
  );
}
