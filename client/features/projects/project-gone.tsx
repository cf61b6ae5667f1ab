import FolderKanban from 'lucide-react/icons/folder-kanban';
import { type ReactNode, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { screenHeading } from '#client/dom/focus/focus-beside.ts';
import { isApiError } from '#client/text/api-error.ts';
import { isMissing } from '#client/text/is-missing.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { useProjectRelation } from './people/use-project-relation.ts';

/** Whether the project does not exist, or its id cannot; another upstream sends status 200 and an empty array. */
export function isGone(project: Project | null | undefined, error: unknown): boolean {
  return project === null || isMissing(error);
}

/** Whether a moderator hides the project; the upstream says so only to those who asked to join it or are members. */
export function isHiddenFromMember(error: unknown): boolean {
  return isApiError(error) && error.code === 'forbidden';
}

export function ProjectGone() {
  return <NotShown title="This project is not available">It may have been deleted, or the link is not whole.</NotShown>;
}

export function ProjectHidden({ projectId }: { projectId: string }) {
  return (
    <>
      <NotShown title="A moderator has hidden this project">
        Only its creator sees it now. It comes back here if a moderator shows it again.
      </NotShown>
      <LeaveAnyway projectId={projectId} />
    </>
  );
}

function NotShown({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState
      title={title}
      icon={<FolderKanban size={24} strokeWidth={1.75} />}
      actions={
        <ButtonLink to={to.projects()} look="primary">
          All projects
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}

function LeaveAnyway({ projectId }: { projectId: string }) {
  const { leave, failure } = useProjectRelation({ _id: projectId });
  const [hasLeft, setLeft] = useState(false);
  const handleLeave = async () => {
    // The button goes.
    screenHeading()?.focus();
    if (!(await leave())) return;
    setLeft(true);
    announce('You left the project');
  };
  return (
    <section aria-label="Leave the project" className="mt-4 flex flex-col items-center gap-2 text-center text-small">
      {hasLeft ? (
        <p>You left the project.</p>
      ) : (
        <>
          <ErrorLine>{failure}</ErrorLine>
          <Button look="quiet" onClick={() => void handleLeave()}>
            Leave the project
          </Button>
        </>
      )}
    </section>
  );
}
