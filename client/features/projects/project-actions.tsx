import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import Link2 from 'lucide-react/icons/link-2';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { useCapability } from '#client/api/capabilities.ts';
import {
  useDeleteProjectMutation,
  useEditProjectMutation,
  useRestoreProjectMutation,
} from '#client/api/projects-api.ts';
import { useFollowProjectMutation } from '#client/api/updates-api.ts';
import { removeDraft } from '#client/lib/device/drafts.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { copyLink } from '#client/lib/dom/clipboard.ts';
import { useShortcuts } from '#client/lib/dom/shortcuts.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { shortCount } from '#client/lib/text/short-count.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { sharePath } from '#shared/share-page.ts';

/** Hidden on a phone, where four buttons fit side by side only without icons. */
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'max-sm:hidden' } as const;

export function OwnerActions({ project }: { project: Project }) {
  const navigate = useNavigate();
  const canDelete = useCapability('projects');
  const [deleting, setDeleting] = useState(false);
  useShortcuts([{ keys: 'e', label: 'Edit this project', run: () => void navigate(to.editProject(project._id)) }]);

  return (
    <>
      <ButtonLink to={to.editProject(project._id)} look="primary">
        <Pencil {...icon} />
        Edit
      </ButtonLink>
      <CopyLink project={project} />
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

/** A public project has an address that everybody can open, unless a moderator has hidden it. */
export function CopyLink({ project: { _id, isPublic, hidden } }: { project: Project }) {
  return (
    <Button onClick={() => void copyLink(isPublic && !hidden ? sharePath.project(_id) : to.project(_id))}>
      <Link2 {...icon} />
      Copy link
    </Button>
  );
}

/** Follows a project without asking to join it. Only where the upstream says whether the user follows it. */
export function FollowButton({ project: { _id: projectId, viewer } }: { project: Project }) {
  const [follow, { isLoading }] = useFollowProjectMutation();
  const isFollowing = viewer?.follows;
  if (isFollowing === undefined) return null;
  const press = async () => {
    const { error } = await follow({ projectId, follows: !isFollowing });
    if (error !== undefined) return toast.error(errorMessage(error));
    announce(isFollowing ? 'You do not follow this project any more' : 'Its updates stand beside your feed now');
  };
  const Icon = isFollowing ? BellOff : Bell;
  return (
    <Button pending={isLoading} onClick={() => void press()}>
      <Icon {...icon} />
      <span>{isFollowing ? 'Unfollow' : 'Follow'}</span>
    </Button>
  );
}

/** For the creator: the way to the public page, or the question whether there is one. It is asked once. */
export function ProjectVisibility({ project }: { project: Project }) {
  const { _id, isPublic } = project;
  const canBePublic = useCapability('public.pages');
  if (!canBePublic || isPublic === false) return null;
  if (isPublic === undefined) return <Question projectId={_id} />;
  return (
    <p className="text-small text-muted print:hidden">
      Visible without an account.{' '}
      <a href={sharePath.project(_id)} target="_blank" rel="noopener" className="text-primary underline">
        See the public page
      </a>
    </p>
  );
}

function Question({ projectId }: { projectId: string }) {
  const [edit, { isLoading }] = useEditProjectMutation();
  const answer = async (isPublic: boolean) => {
    try {
      await edit({ projectId, changes: { isPublic } }).unwrap();
    } catch {
      toast.error('That was not saved. Please try again.');
    }
  };
  return (
    <section
      className="flex flex-wrap items-center justify-between gap-3 rounded-box bg-base-200 p-4 print:hidden"
      aria-label="Visibility"
    >
      <p className="min-w-0 text-small">
        Show this project to people without an account, too? They see its page and your first name.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isLoading} onClick={() => void answer(false)}>
          Members only
        </Button>
        <Button look="primary" disabled={isLoading} onClick={() => void answer(true)}>
          Show it
        </Button>
      </div>
    </section>
  );
}

/** Asks for confirmation and names what is deleted. The button that keeps the project has the focus. */
export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const user = useOwnUser();
  const navigate = useNavigate();
  const [remove] = useDeleteProjectMutation();
  const [restore] = useRestoreProjectMutation();
  const members = project.members?.length ?? 0;
  const waiting = project.interestedCount ?? 0;

  const confirm = async () => {
    const { restorableUntil } = await remove(project._id).unwrap();
    removeDraft(user._id, `project:${project._id}`);
    if (restorableUntil === undefined) toast.success('Project deleted');
    else offerRestore();
    // Closed now: a second press during the navigation would delete again.
    onClose();
    await navigate(to.projects(), { replace: true });
  };
  const offerRestore = () =>
    toast.success(`${project.projectName || 'The project'} is deleted`, {
      duration: 8000,
      action: {
        label: 'Undo',
        onClick: async () => {
          const { error } = await restore(project._id);
          if (error !== undefined) return toast.error(`Not restored. ${errorMessage(error)}`);
          toast.success('The project is back');
          await navigate(to.project(project._id));
        },
      },
    });
  return (
    <ConfirmDialog
      title={`Delete ${project.projectName}?`}
      keep="Keep it"
      action="Delete"
      failed="Not deleted."
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>What goes:</p>
      <ul className="mt-2 list-disc ps-6">
        <li>the project with its description and its link</li>
        {members > 0 && (
          <li>
            {members === 1 ? 'its one member, who stays your connection' : `its ${members} members, who stay connected`}
          </li>
        )}
        {waiting > 0 && <li>{waiting === 1 ? 'one open request' : `${shortCount(waiting)} open requests`} to join</li>}
      </ul>
    </ConfirmDialog>
  );
}
