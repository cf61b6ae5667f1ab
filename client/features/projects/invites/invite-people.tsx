import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { Project } from '#shared/api/projects.ts';
import { InviteDialog } from './invite-dialog.tsx';

/** For the creator and the members of a project. With the capability `projects.invites`. */
export function InvitePeople({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="self-start print:hidden" onClick={() => setOpen(true)}>
        <UserPlus size={16} strokeWidth={1.75} aria-hidden="true" />
        Invite people
      </Button>
      {isOpen && <InviteDialog project={project} onClose={() => setOpen(false)} />}
    </>
  );
}
