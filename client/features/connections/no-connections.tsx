import SearchX from 'lucide-react/icons/search-x';
import Users from 'lucide-react/icons/users';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';

export function NobodyYet({ waiting }: { waiting: number }) {
  return (
    <EmptyState
      title="No connections yet"
      icon={<Users size={24} strokeWidth={1.75} />}
      actions={
        <>
          <ButtonLink to={to.feed()} look="primary">
            Open feed
          </ButtonLink>
          <ButtonLink to={to.requests()}>See requests ({waiting})</ButtonLink>
        </>
      }
    >
      When somebody you are interested in is interested too, you meet here.
    </EmptyState>
  );
}

export function NobodyFound({ filter, onClear }: { filter: string; onClear: () => void }) {
  return (
    <EmptyState
      title="Nobody by that name"
      icon={<SearchX size={24} strokeWidth={1.75} />}
      actions={<Button onClick={onClear}>Clear the search</Button>}
    >
      Nothing among your connections fits “{filter}”.
    </EmptyState>
  );
}
