import FolderKanban from 'lucide-react/icons/folder-kanban';
import { type ReactNode, useState } from 'react';
import { announce } from '#client/lib/dom/announce.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';
import { screenHeading } from '#client/lib/dom/focus.ts';
import { isApiError, isMissing } from '#client/lib/text/api-error.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { useProjectRelation } from './people/interest-api.ts';

interface Props {
  title: string;
  cover?: ReactNode;
  actions?: ReactNode;
  /** Shown below the title, in the card of the cover. */
  summary?: ReactNode;
  narrow: boolean;
  children: ReactNode;
}

/** A project's page. With a cover, the title and what sums the project up share its card; without one they stand alone. */
export function ProjectFrame({ title, cover, actions, summary, narrow, children }: Props) {
  return (
    <div className={`gutter-x mx-auto w-full py-6 ${narrow ? 'max-w-reading' : 'max-w-content'}`}>
      <header className={classNames('mb-6', cover !== undefined && 'card overflow-hidden rounded-[1.25rem]')}>
        {cover}
        <div className={classNames('flex flex-col gap-4', cover !== undefined && 'px-5 py-6 sm:px-8')}>
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <h1 tabIndex={-1} className="min-w-0 text-profile" dir="auto">
              {title}
            </h1>
            {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
          </div>
          {summary}
        </div>
      </header>
      {children}
    </div>
  );
}

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
