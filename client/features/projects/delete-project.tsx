import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { removeDraft } from '#client/device/drafts.ts';
import { useDeleteProjectMutation, useRestoreProjectMutation } from '#client/store/api/projects-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { shortCount } from '#client/text/short-count.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';

/** Asks for confirmation and names what is deleted. The button that keeps the project has the focus. */
export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const user = useOwnUser();
  const navigate = useNavigate();
  const [remove, { isLoading }] = useDeleteProjectMutation();
  const [restore] = useRestoreProjectMutation();
  const [failure, setFailure] = useState<string>();
  const members = project.members?.length ?? 0;
  const waiting = project.interestedCount ?? 0;

  // Two presses can come before `isLoading` is rendered.
  const isDeleting = useRef(false);
  const confirm = async () => {
    if (isDeleting.current) return;
    isDeleting.current = true;
    setFailure(undefined);
    try {
      const { restorableUntil } = await remove(project._id).unwrap();
      removeDraft(user._id, `project:${project._id}`);
      if (restorableUntil === undefined) toast.success('Project deleted');
      else offerRestore();
      await navigate(to.projects(), { replace: true });
    } catch (error) {
      setFailure(errorMessage(error));
      isDeleting.current = false;
    }
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
    <Dialog
      title={`Delete ${project.projectName}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" pending={isLoading} onClick={confirm}>
            Delete
          </Button>
        </>
      }
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
      {failure !== undefined && (
        <p role="alert" className="mt-3 text-error">
          Not deleted. {failure}
        </p>
      )}
    </Dialog>
  );
}
