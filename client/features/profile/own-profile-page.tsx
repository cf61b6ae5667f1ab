import FolderPlus from 'lucide-react/icons/folder-plus';
import Gavel from 'lucide-react/icons/gavel';
import LinkIcon from 'lucide-react/icons/link';
import Pencil from 'lucide-react/icons/pencil';
import { Link, useLocation } from 'react-router-dom';
import { useOwnProfile } from '#client/api/people-api.ts';
import { usePersonalProjectsQuery } from '#client/api/projects-api.ts';
import { useWaitingLink } from '#client/api/use-waiting-link.ts';
import { HiddenNote } from '#client/features/safety/hidden-note.tsx';
import { copyLink } from '#client/lib/dom/clipboard.ts';
import { useButtonFlag } from '#client/state/use-button-flag.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ContinueLink } from '#client/ui/continue-link.tsx';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { Bone, Skeleton } from '#client/ui/state/skeleton.tsx';
import { to } from '#shared/routes.ts';
import { sharePath } from '#shared/share-page.ts';
import { Checklist } from './checklist.tsx';
import { FirstRun } from './first-run.tsx';
import { About, ProfileHeader } from './profile-header.tsx';
import { ProfileProjects } from './profile-projects.tsx';

export function OwnProfilePage() {
  const { user, isComplete, error, refetch } = useOwnProfile();
  const waiting = useWaitingLink();
  // The form needs the complete profile.
  const hidesEdit = useButtonFlag('hideEditProfileButton', !isComplete);
  const { data: projects } = usePersonalProjectsQuery({ userId: user._id });
  const created = createdIn(useLocation().state);
  return (
    <div className="gutter-x mx-auto flex w-full max-w-content flex-col gap-8 py-6">
      <ContinueLink waiting={waiting} />
      <ProfileHeader
        person={user}
        actions={
          <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
            {!hidesEdit && (
              <Link to={to.editProfile()} className="btn btn-primary max-sm:w-full">
                <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
                Edit Profile
              </Link>
            )}
            <ButtonLink to={to.createProject()}>
              <FolderPlus size={16} strokeWidth={1.75} aria-hidden="true" />
              Create a Project
            </ButtonLink>
            <Button
              onClick={() => void copyLink(user.isPublic ? sharePath.profile(user._id) : to.otherProfile(user._id))}
            >
              <LinkIcon size={16} strokeWidth={1.75} aria-hidden="true" />
              Copy link
            </Button>
            {user.role === 'moderator' && (
              <ButtonLink to={to.moderation()} className="lg:hidden">
                <Gavel size={16} strokeWidth={1.75} aria-hidden="true" />
                Moderation
              </ButtonLink>
            )}
          </div>
        }
      />
      {user.hidden && <HiddenNote what="The texts, skills and links of your profile are" notice={user.hidden} />}
      {user.hiddenName && (
        <HiddenNote what="Your name is" notice={user.hiddenName}>
          Others read “Hidden name”. Another name shows at once.
        </HiddenNote>
      )}
      {isComplete &&
        (user.firstRun === undefined ? (
          <Checklist user={user} projects={projects?.length} />
        ) : (
          <FirstRun user={user} step={user.firstRun} />
        ))}
      <Section title="About" look="mb-3 text-h2">
        {!isComplete && error !== undefined ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : isComplete ? (
          user.about ? (
            <About text={user.about} />
          ) : (
            <p className="text-muted">
              Nothing here yet.{' '}
              <Link to={to.editProfile()} className="text-primary underline">
                Write a few lines about you
              </Link>
            </p>
          )
        ) : (
          <Skeleton>
            <Bone className="h-4 max-w-lg" />
          </Skeleton>
        )}
      </Section>
      <ProfileProjects
        userId={user._id}
        highlighted={created}
        empty={
          <EmptyState
            title="No projects yet"
            actions={
              <ButtonLink to={to.createProject()} look="primary">
                Create a Project
              </ButtonLink>
            }
          >
            A project tells more about you than a list of skills does.
          </EmptyState>
        }
      />
    </div>
  );
}

/** The id of the project that was just created, from the navigation state of its form. */
function createdIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('highlightProject' in state)) return undefined;
  return typeof state.highlightProject === 'string' ? state.highlightProject : undefined;
}
