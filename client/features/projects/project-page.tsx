import { Link2, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { toast } from 'sonner';
import { maxPins, togglePin, usePins } from '#client/device/pinned-projects.ts';
import { announce } from '#client/dom/announce.ts';
import { copyLink } from '#client/dom/copy-link.ts';
import { usePageTitle } from '#client/dom/page-title.ts';
import { useShortcuts } from '#client/dom/shortcuts.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { usePersonalProjectsQuery, useProjectQuery } from '#client/store/api/projects-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { initials } from '#client/text/person.ts';
import { saidWord } from '#client/text/project-relation.ts';
import { Photo } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { cardGrid } from '#client/ui/card-grid.ts';
import { Cover } from '#client/ui/cover.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { ProjectCard } from '#client/ui/project-card.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { Bone, Skeleton } from '#client/ui/skeleton.tsx';
import { SkillChips } from '#client/ui/skill-chips.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { DeleteProject } from './delete-project.tsx';
import { ProjectAskers } from './project-askers.tsx';
import { isGone, ProjectGone } from './project-gone.tsx';
import { ProjectJoin } from './project-join.tsx';
import { arrange } from './project-order.ts';
import { CreatorRow, Members } from './project-people.tsx';
import { RichText } from './rich-text.tsx';

/** Others change a project too: an answer to a request to join is there when one comes back to look. */
const live = { refetchOnMountOrArgChange: true, refetchOnFocus: true, refetchOnReconnect: true } as const;

/** One project: what it is, who makes it, and the way in. */
export function ProjectPage() {
  const { projectId = '' } = useParams();
  const user = useOwnUser();
  const { currentData: project, error, isFetching, refetch } = useProjectQuery(projectId, live);
  usePageTitle(project?.projectName);
  const isOwner = project?.creator._id === user._id;
  const gone = isGone(project, error);
  // One screen for every state: the heading that has the focus stays the same element.
  return (
    <Screen
      title={project ? project.projectName || 'Untitled project' : 'Project'}
      actions={
        gone || !project ? undefined : isOwner ? (
          <OwnerActions project={project} />
        ) : (
          <CopyLink projectId={project._id} />
        )
      }
      narrow={gone}
    >
      {gone ? (
        <ProjectGone />
      ) : project ? (
        <OneProject key={project._id} project={project} isOwner={isOwner} />
      ) : error === undefined ? (
        <ProjectBones />
      ) : (
        <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
      )}
    </Screen>
  );
}

function OneProject({ project, isOwner }: { project: Project; isOwner: boolean }) {
  const user = useOwnUser();
  const joins = useCapability('projects.interest');
  // A member's way to the creator stands in the card that says so.
  const isMember = joins && project.viewer?.relation === 'accepted';
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]">
        <article className="card min-w-0 overflow-hidden">
          <Banner project={project} />
          <div className="flex flex-col gap-6 p-4 sm:p-6">
            <CreatorRow creator={project.creator} actions={!isOwner && !isMember} secondary={joins} />
            <SkillChips skills={project.skills} max={20} linked />
            <section aria-labelledby="about-heading">
              <h2 id="about-heading" className="sr-only">
                About this project
              </h2>
              {project.description?.trim() ? (
                <RichText source={project.description} />
              ) : (
                <p className="text-muted">{isOwner ? 'No description yet. Edit to add one.' : 'No description yet.'}</p>
              )}
            </section>
          </div>
        </article>
        <aside className="flex min-w-0 flex-col gap-4" aria-label="People of this project">
          {joins && !isOwner && <ProjectJoin project={project} />}
          {joins && isOwner && (
            <ProjectAskers projectId={project._id} waiting={project.askers ?? project.interestedCount} />
          )}
          <Members members={project.members ?? []} ownId={user._id} isOwner={isOwner} />
        </aside>
      </div>
      <MoreByCreator project={project} />
    </>
  );
}

/** The picture, 16:9; without one, a slim band in the project's hue, so that the words come first. */
function Banner({ project }: { project: Project }) {
  const { _id: id, projectName, projectImage } = project;
  if (projectImage) return <Cover id={id} name={projectName} src={projectImage} />;
  return (
    <div className="h-24 sm:h-32" aria-hidden="true">
      <Photo src={undefined} id={id} label={initials(projectName)} fontSize="2rem" />
    </div>
  );
}

function OwnerActions({ project }: { project: Project }) {
  const user = useOwnUser();
  const navigate = useNavigate();
  const canDelete = useCapability('projects.delete');
  const [deleting, setDeleting] = useState(false);
  const isPinned = usePins(user._id).includes(project._id);
  useShortcuts([{ keys: 'e', label: 'Edit this project', run: () => void navigate(to.editProject(project._id)) }]);

  const pin = () => {
    const kept = togglePin(user._id, project._id);
    if (!kept) toast.error('This device could not keep the pin.');
    else announce(isPinned ? 'Unpinned' : `Pinned to your profile. The last ${maxPins} pins are shown.`);
  };
  return (
    <>
      <Link to={to.editProject(project._id)} className="btn btn-primary">
        <Pencil {...icon} />
        Edit
      </Link>
      <CopyLink projectId={project._id} />
      <Button aria-pressed={isPinned} onClick={pin}>
        {isPinned ? <PinOff {...icon} /> : <Pin {...icon} />}
        {isPinned ? 'Unpin' : 'Pin'}
      </Button>
      {canDelete && (
        <Button look="quiet" className="text-error" onClick={() => setDeleting(true)}>
          <Trash2 {...icon} />
          Delete
        </Button>
      )}
      {deleting && <DeleteProject project={project} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** Four actions fit beside each other on a phone by their words alone. */
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'max-sm:hidden' } as const;

function CopyLink({ projectId }: { projectId: string }) {
  return (
    <Button onClick={() => void copyLink(to.project(projectId))}>
      <Link2 {...icon} />
      Copy link
    </Button>
  );
}

/** Up to three others; where they cannot be loaded, the page is whole without them. */
function MoreByCreator({ project }: { project: Project }) {
  const user = useOwnUser();
  const { data } = usePersonalProjectsQuery(project.creator._id);
  const others = arrange(data ?? [], 'newest', '')
    .filter(({ _id }) => _id !== project._id)
    .slice(0, 3);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="more-heading" className="mt-8">
      <h2 id="more-heading" className="mb-4 text-h2">
        More by {project.creator.firstName}
      </h2>
      <ul className={cardGrid}>
        {others.map((other) => (
          <li key={other._id} className="min-w-0">
            <ProjectCard project={other} {...saidWord(other, user._id)} creatorShown={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProjectBones() {
  return (
    <Skeleton>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="card overflow-hidden">
          <Bone className="aspect-video rounded-none" />
          <div className="flex flex-col gap-4 p-6">
            <Bone className="h-10 w-48" />
            <Bone className="h-4 w-full" />
            <Bone className="h-4 w-2/3" />
          </div>
        </div>
        <Bone className="h-48 w-full" />
      </div>
    </Skeleton>
  );
}
