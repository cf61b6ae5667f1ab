import FolderKanban from 'lucide-react/icons/folder-kanban';
import { useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { screenHeading } from '#client/dom/focus/focus-beside.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
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

interface Props {
  /** For a project that the user may have joined: a moderator can hide it from its members, who can still leave it. */
  projectId?: string;
}

export function ProjectGone({ projectId }: Props) {
  const joins = useCapability('projects.interest');
  return (
    <>
      <EmptyState
        title="This project is not available"
        icon={<FolderKanban size={24} strokeWidth={1.75} />}
        actions={
          <ButtonLink to={to.projects()} look="primary">
            All projects
          </ButtonLink>
        }
      >
        It may have been deleted, or the link is not whole.
      </EmptyState>
      {joins && projectId !== undefined && <LeaveAnyway projectId={projectId} />}
    </>
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
          <p className="text-balance text-muted">
            It may also have been hidden by a moderator. If you are a member or asked to join, you can leave it.
          </p>
          <ErrorLine>{failure}</ErrorLine>
          <Button look="quiet" onClick={() => void handleLeave()}>
            Leave the project
          </Button>
        </>
      )}
    </section>
  );
}
