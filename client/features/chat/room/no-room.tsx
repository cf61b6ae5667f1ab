import Lock from 'lucide-react/icons/lock';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';

/** In place of the room of a project whose team the user is not in, or not any more. */
export function NoRoom({ projectId, wasOpen }: { projectId: string; wasOpen: boolean }) {
  return (
    <div className="mx-auto w-full max-w-reading p-6">
      <EmptyState
        title={wasOpen ? 'This chat is closed for you' : 'This chat is for the team of the project'}
        icon={<Lock size={24} strokeWidth={1.75} />}
        actions={
          <ButtonLink to={to.project(projectId)} look="primary">
            Open the project
          </ButtonLink>
        }
      >
        {wasOpen
          ? 'You are not in the team any more, or the project is gone.'
          : 'Only its creator and members read and write here. On the project’s page you can ask to join.'}
      </EmptyState>
    </div>
  );
}
