import { UserX } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';

export function NotAvailable() {
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
