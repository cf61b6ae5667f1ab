import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { screenHeading } from '#client/dom/focus/focus-beside.ts';
import { usePageTitle } from '#client/dom/page-title.ts';
import { useIsWide } from '#client/dom/use-media-query.ts';
import { HiddenNote } from '#client/features/safety/hidden-note.tsx';
import { PersonMenu } from '#client/features/safety/person-menu.tsx';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useLoadedProject } from '#client/store/api/loaded-records.ts';
import { projectsApi, useProjectQuery } from '#client/store/api/projects-api.ts';
import { type BeginScreen, justBegun } from '#client/store/begin-screen.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { Cover } from '#client/ui/person/cover.tsx';
import { SkillChips } from '#client/ui/person/skill-chips.tsx';
import { askForFirstPictures } from '#client/ui/picture/first-pictures.ts';
import { LoadPicture } from '#client/ui/picture/load-picture.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { CoveredBones, StackedBones } from '#client/ui/state/skeleton.tsx';
import type { Project } from '#shared/api/projects.ts';
import { RichText } from './description/rich-text.tsx';
import { MoreByCreator } from './more-by-creator.tsx';
import { ProjectAskers } from './people/project-askers.tsx';
import { ProjectJoin } from './people/project-join.tsx';
import { CreatorRow, Members } from './people/project-people.tsx';
import { CopyLink, OwnerActions } from './project-actions.tsx';
import { ProjectFrame } from './project-frame.tsx';
import { isGone, ProjectGone } from './project-gone.tsx';
import { ProjectVisibility } from './project-visibility.tsx';

/** Loaded again on each return, because others change a project too: for one, its creator answers a request to join. */
const live = { refetchOnMountOrArgChange: justBegun, refetchOnFocus: true } as const;

export function ProjectPage() {
  const { projectId = '' } = useParams();
  const user = useOwnUser();
  const { currentData: project, error, refetch } = useProjectQuery(projectId, live);
  const known = useLoadedProject(projectId);
  // Until the project is loaded, its head is what a list tells of it.
  const head = project === undefined && error === undefined ? known : project;
  usePageTitle(head?.projectName);
  const isOwner = head?.creator._id === user._id;
  const gone = isGone(project, error);
  // One frame for every state: its heading may have the focus and must stay the same element.
  return (
    <ProjectFrame
      projectId={projectId}
      title={head ? head.projectName || 'Untitled project' : 'Project'}
      actions={
        gone || !project ? undefined : isOwner ? (
          <OwnerActions project={project} />
        ) : (
          <>
            <CopyLink project={project} />
            <PersonMenu person={project.creator} projectId={project._id} onBlocked={() => screenHeading()?.focus()} />
          </>
        )
      }
      narrow={gone}
      {...(gone || !head
        ? {}
        : {
            cover: <Banner project={head} isOwner={isOwner} />,
            summary: project ? <Summary project={project} isOwner={isOwner} /> : <SummaryBones />,
          })}
    >
      {gone ? (
        <ProjectGone projectId={projectId} />
      ) : project ? (
        <OneProject key={project._id} project={project} isOwner={isOwner} />
      ) : error !== undefined ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : head ? (
        <TextBones />
      ) : (
        <ProjectBones />
      )}
    </ProjectFrame>
  );
}

ProjectPage.begin = (async (store, { id }, signal) => {
  const { data } = await store.dispatch(projectsApi.endpoints.project.initiate(id, { subscribe: false }));
  // Members are named far below.
  const first = data && { projectImage: data.projectImage, creator: data.creator };
  askForFirstPictures(first, ['projectImage', 'photoUrl'], signal);
}) satisfies BeginScreen;

/** Creator and skills, above the description. */
function Summary({ project, isOwner }: { project: Project; isOwner: boolean }) {
  const joins = useCapability('projects.interest');
  // For a member, the ProjectJoin card already links to the creator.
  const isMember = joins && project.viewer?.relation === 'accepted';
  return (
    <>
      <CreatorRow key={project._id} creator={project.creator} actions={!isOwner && !isMember} secondary={joins} />
      <SkillChips skills={project.skills} max={20} linked />
      {project.hidden && <HiddenNote what="This project is" notice={project.hidden} />}
      {isOwner && <ProjectVisibility project={project} />}
      {!isOwner && <LoadPicture src={project.projectImage} what="the picture" />}
    </>
  );
}

function OneProject({ project, isOwner }: { project: Project; isOwner: boolean }) {
  const user = useOwnUser();
  const joins = useCapability('projects.interest');
  const isWide = useIsWide();
  // Members and other projects come once the description is rendered: it has no height before, and would push them down.
  const [isDescribed, setDescribed] = useState(!project.description?.trim());
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem] print:block">
        <section aria-labelledby="about-heading" className="card min-w-0 p-5 sm:p-8">
          <h2 id="about-heading" className="sr-only">
            About this project
          </h2>
          {project.description?.trim() ? (
            <RichText source={project.description} isOwn={isOwner} onShown={() => setDescribed(true)} />
          ) : (
            <p className="text-muted">{isOwner ? 'No description yet. Edit to add one.' : 'No description yet.'}</p>
          )}
        </section>
        {(isWide || isDescribed) && (
          <aside className="flex min-w-0 flex-col gap-4" aria-label="People of this project">
            {joins && (
              <div className="contents print:hidden">
                {isOwner ? (
                  <ProjectAskers projectId={project._id} waiting={project.askers ?? project.interestedCount} />
                ) : (
                  <ProjectJoin project={project} />
                )}
              </div>
            )}
            <Members members={project.members ?? []} ownId={user._id} isOwner={isOwner} />
          </aside>
        )}
      </div>
      {isDescribed && <MoreByCreator project={project} />}
    </>
  );
}

/** The picture in 16:9; without one, a low band in the project's colours, which leaves the text in view. */
function Banner({ project, isOwner }: { project: Project; isOwner: boolean }) {
  const { _id: id, projectImage, projectImageAlt } = project;
  if (projectImage)
    return (
      <Cover
        id={id}
        shape="band"
        src={projectImage}
        alt={projectImageAlt}
        isOwn={isOwner}
        className="aspect-video max-h-[min(26rem,45dvh)] w-full"
      />
    );
  return <Cover id={id} shape="band" className="h-32 sm:h-48 lg:h-56" />;
}

/** Below the title, in the place of creator and skills. */
function SummaryBones() {
  return <StackedBones bones={['h-10 w-48', 'h-6 w-2/3']} />;
}

function TextBones() {
  return <StackedBones className="card gap-4 p-5 sm:p-8" bones={['h-4 w-full', 'h-4 w-11/12', 'h-4 w-2/3']} />;
}

function ProjectBones() {
  return (
    <CoveredBones
      cover="h-32 sm:h-48 lg:h-56"
      body="gap-4 px-5 py-6 sm:px-8"
      bones={['h-8 w-1/2', 'h-10 w-48', 'h-6 w-2/3']}
    />
  );
}
