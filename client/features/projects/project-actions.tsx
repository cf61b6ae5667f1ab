import Link2 from 'lucide-react/icons/link-2';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { copyLink } from '#client/dom/copy-link.ts';
import { useShortcuts } from '#client/dom/focus/shortcuts.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { sharePath } from '#shared/share-path.ts';
import { DeleteProject } from './delete-project.tsx';

/** Hidden on a phone, where four buttons fit side by side only without icons. */
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'max-sm:hidden' } as const;

export function OwnerActions({ project }: { project: Project }) {
  const navigate = useNavigate();
  const canDelete = useCapability('projects.delete');
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

/** A public project has an address that everybody can open. */
export function CopyLink({ project: { _id, isPublic } }: { project: Project }) {
  return (
    <Button onClick={() => void copyLink(isPublic ? sharePath.project(_id) : to.project(_id))}>
      <Link2 {...icon} />
      Copy link
    </Button>
  );
}
