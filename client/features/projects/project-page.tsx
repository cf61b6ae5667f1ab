import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { freshForSeconds } from '#client/api/base-api.ts';
import { useCapability } from '#client/api/capabilities.ts';
import { useProjectQuery } from '#client/api/projects-api.ts';
import { PersonMenu } from '#client/features/safety/block-person.tsx';
import { HiddenNote } from '#client/features/safety/hidden-note.tsx';
import { screenHeading } from '#client/lib/dom/focus.ts';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { useIsWide } from '#client/lib/dom/window-state.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { RichText } from '#client/ui/markdown/rich-text.tsx';
import { Cover } from '#client/ui/person/avatar.tsx';
import { SkillChips } from '#client/ui/person/person-facts.tsx';
import { ProjectFacts } from '#client/ui/project/project-facts.tsx';
import { Section } from '#client/ui/section.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { CoveredBones } from '#client/ui/state/skeleton.tsx';
import type { Project } from '#shared/api/projects.ts';
import { InvitePeople } from './invites/invite-dialog.tsx';
import { Members } from './people/members.tsx';
import { ProjectAskers } from './people/project-askers.tsx';
import { ProjectJoin, ProjectOffer } from './people/project-join.tsx';
import { CreatorRow, MoreByCreator, ProjectActivity } from './people/project-people.tsx';
import { CopyLink, FollowButton, OwnerActions, ProjectVisibility } from './project-actions.tsx';
import { isGone, isHiddenFromMember, ProjectFrame, ProjectGone, ProjectHidden } from './project-frame.tsx';
import { ProjectTabs } from './team/project-tabs.tsx';
import { ProjectUpdates } from './updates/project-updates.tsx';

/** Loaded again on each return, because others change a project too: for one, its creator answers a request to join. */
const live = { refetchOnMountOrArgChange: freshForSeconds, refetchOnFocus: true } as const;

export function ProjectPage() {
  const { projectId = '' } = useParams();
  const user = useOwnUser();
  const { currentData: project, error, refetch } = useProjectQuery(projectId, live);
  const joins = useCapability('projects');
  const isWide = useIsWide();
  usePageTitle(project?.projectName);
  const isOwner = project?.creator._id === user._id;
  const isHidden = isHiddenFromMember(error);
  const gone = isHidden || isGone(project, error);
  // One frame for every state: its heading may have the focus and must stay the same element.
  return (
    <ProjectFrame
      title={project ? project.projectName || 'Untitled project' : 'Project'}
      actions={
        gone || !project ? undefined : isOwner ? (
          <OwnerActions project={project} />
        ) : isWide || !joins ? (
          <VisitorActions project={project} />
        ) : undefined
      }
      narrow={gone}
      {...(gone || !project
        ? {}
        : { cover: <Banner project={project} />, summary: <Summary project={project} isOwner={isOwner} /> })}
    >
      {gone ? (
        isHidden ? (
          <ProjectHidden projectId={projectId} />
        ) : (
          <ProjectGone />
        )
      ) : project ? (
        <OneProject key={project._id} project={project} isOwner={isOwner} />
      ) : error !== undefined ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <CoveredBones
          cover="h-32 sm:h-48 lg:h-56"
          body="gap-4 px-5 py-6 sm:px-8"
          bones={['h-8 w-1/2', 'h-10 w-48', 'h-6 w-2/3']}
        />
      )}
    </ProjectFrame>
  );
}

/** Creator and skills, above the description. */
function Summary({ project, isOwner }: { project: Project; isOwner: boolean }) {
  const joins = useCapability('projects');
  return (
    <>
      {/* Without joining, a project stands among the interested and accepted ones through the relation to its creator. */}
      <CreatorRow key={project._id} creator={project.creator} actions={!isOwner && !joins} />
      <ProjectFacts project={project} />
      <SkillChips skills={project.skills} max={20} linked />
      {project.hidden ? (
        <HiddenNote what="This project is" notice={project.hidden} />
      ) : (
        isOwner && <ProjectVisibility project={project} />
      )}
    </>
  );
}

/** On a phone they stand below Ask to join. */
function VisitorActions({ project }: { project: Project }) {
  return (
    <>
      <FollowButton project={project} />
      <CopyLink project={project} />
      <PersonMenu person={project.creator} projectId={project._id} onBlocked={() => screenHeading()?.focus()} />
    </>
  );
}

function OneProject({ project, isOwner }: { project: Project; isOwner: boolean }) {
  const user = useOwnUser();
  const joins = useCapability('projects');
  const isWide = useIsWide();
  // Members and other projects come once the description is rendered: it has no height before, and would push them down.
  const [isDescribed, setDescribed] = useState(!project.description?.trim());
  const isInTeam = isOwner || project.viewer?.relation === 'accepted';
  const hasRoom = joins && isInTeam;
  const invites = hasRoom && project.status !== 'archived' && !project.hidden;
  const isOffered = project.members?.some((member) => member._id === user._id && member.isOffered);
  const team = (
    <>
      <Members project={project} isOwner={isOwner} />
      {invites && <InvitePeople project={project} />}
    </>
  );
  const about = (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_20rem] print:block">
        {joins && !isOwner && (
          <div className="flex min-w-0 flex-col gap-3 lg:col-start-2 print:hidden">
            {isOffered && <ProjectOffer project={project} />}
            <ProjectJoin project={project} />
            {!isWide && (
              <div className="flex flex-wrap gap-2">
                <VisitorActions project={project} />
              </div>
            )}
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Section title="About this project" look="sr-only" className="card min-w-0 p-5 sm:p-8">
            {project.description?.trim() ? (
              <RichText source={project.description} onShown={() => setDescribed(true)} />
            ) : (
              <p className="text-muted">{isOwner ? 'No description yet. Edit to add one.' : 'No description yet.'}</p>
            )}
          </Section>
          {isDescribed && joins && <ProjectUpdates project={project} />}
        </div>
        {(isWide || isDescribed) && (
          <aside className="flex min-w-0 flex-col gap-4 lg:col-start-2" aria-label="People of this project">
            {joins && isOwner && (
              <div className="contents print:hidden">
                <ProjectAskers projectId={project._id} waiting={project.askers ?? project.interestedCount} />
              </div>
            )}
            {team}
            {joins && <ProjectActivity projectId={project._id} />}
          </aside>
        )}
      </div>
      {isDescribed && <MoreByCreator project={project} />}
    </>
  );
  if (!hasRoom) return about;
  return (
    <ProjectTabs
      projectId={project._id}
      about={about}
      team={
        <aside className="flex min-w-0 flex-col gap-4" aria-label="People of this project">
          {team}
        </aside>
      }
    />
  );
}

/** The whole picture; without one, a low band in the project's colours, which leaves the text in view. */
function Banner({ project }: { project: Project }) {
  const { _id: id, projectImage, projectImageAlt } = project;
  if (projectImage)
    return (
      <Cover id={id} shape="band" src={projectImage} alt={projectImageAlt} eager className="aspect-cover w-full" />
    );
  return <Cover id={id} shape="band" className="h-32 sm:h-48 lg:h-56" />;
}
