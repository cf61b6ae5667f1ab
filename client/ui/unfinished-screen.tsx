import { Hammer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { to } from '#shared/routes.ts';
import { EmptyState } from './empty-state.tsx';
import { Screen } from './screen.tsx';

/** Stands where a screen is still to come, and says so. */
export function UnfinishedScreen({ title }: { title: string }) {
  return (
    <Screen title={title} narrow>
      <EmptyState
        title="This screen is being built"
        icon={<Hammer size={24} strokeWidth={1.75} />}
        actions={
          <Link to={to.feed()} className="btn btn-primary">
            Go to feed
          </Link>
        }
      >
        Nothing is lost: what you did elsewhere is kept.
      </EmptyState>
    </Screen>
  );
}
