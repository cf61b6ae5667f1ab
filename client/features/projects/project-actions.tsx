import Link2 from 'lucide-react/icons/link-2';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { maxPins, togglePin, usePins } from '#client/device/pinned-projects.ts';
import { copyLink } from '#client/dom/copy-link.ts';
import { announce } from '#client/dom/focus/announce.ts';
import { useShortcuts } from '#client/dom/focus/shortcuts.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { sharePath } from '#shared/share-path.ts';
import { DeleteProject } from './delete-project.tsx';

/** Hidden on a phone, where four buttons fit side by side only without icons. */
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'max-sm:hidden' } as const;

export function OwnerActions({ project }: { project: Project }) {
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
      <ButtonLink to={to.editProject(project._id)} look="primary">
        <Pencil {...icon} />
        Edit
      </ButtonLink>
      <CopyLink project={project} />
      <Button aria-pressed={isPinned} onClick={pin}>
        {isPinned ? <PinOff {...icon} /> : <Pin {...icon} />}
        <span>{isPinned ? 'Unpin' : 'Pin'}</span>
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

/** A public project has an address that everybody can open. */
export function CopyLink({ project: { _id, isPublic } }: { project: Project }) {
  return (
    <Button onClick={() => void copyLink(isPublic ? sharePath.project(_id) : to.project(_id))}>
      <Link2 {...icon} />
      Copy link
    </Button>
  );
}
