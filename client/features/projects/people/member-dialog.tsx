import { useId, useState } from 'react';
import { announce } from '#client/lib/dom/announce.tsx';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { commonRoles } from '#client/lib/text/project-words.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { Project, ProjectMember } from '#shared/api/projects.ts';
import { limits } from '#shared/limits.ts';
import {
  useEndOfferMutation,
  useOfferProjectMutation,
  useRemoveMemberMutation,
  useSetMemberRoleMutation,
} from './member-api.ts';

export type MemberAct = 'role' | 'offer' | 'keep' | 'remove';

interface Props {
  act: MemberAct;
  project: Project;
  member: ProjectMember;
  onClose: (isDone: boolean) => void;
}

/**
 * The creator gives a member a role, offers them the project, takes the offer back, or removes them. A call that fails leaves
 * the dialog open, with the reason.
 */
export function MemberDialog({ act, project: { _id: projectId, projectName }, member, onClose }: Props) {
  const { firstName, _id: userId } = member;
  const roles = useId();
  const [role, setRole] = useState(member.role ?? '');
  const [setMemberRole, changing] = useSetMemberRoleMutation();
  const [offer, offering] = useOfferProjectMutation();
  const [keep, keeping] = useEndOfferMutation();
  const [remove, removing] = useRemoveMemberMutation();
  const [failure, setFailure] = useState<string>();
  const pending = [changing, offering, keeping, removing].some(({ isLoading }) => isLoading);
  const said = role.trim();
  const isTooLong = said.length > limits.role.max;

  const acts = {
    role: {
      title: `What ${firstName} does`,
      button: 'Save',
      call: () => setMemberRole({ projectId, userId, role: said }),
      done: said ? `${firstName}’s role is ${said}` : `${firstName} has no role now`,
    },
    offer: {
      title: `Offer the project to ${fullName(member)}?`,
      button: 'Offer it',
      call: () => offer({ projectId, userId }),
      done: `${firstName} can accept the project now`,
    },
    keep: {
      title: 'Take the offer back?',
      button: 'Take it back',
      call: () => keep(projectId),
      done: 'The project stays yours',
    },
    remove: {
      title: `Remove ${fullName(member)}?`,
      button: 'Remove',
      call: () => remove({ projectId, userId }),
      done: `${firstName} is no longer a member`,
    },
  } as const;
  const { title, button, call, done } = acts[act];
  const confirm = async () => {
    if (pending || isTooLong) return;
    setFailure(undefined);
    const { error } = await call();
    if (error !== undefined) return setFailure(errorMessage(error));
    announce(done);
    onClose(true);
  };

  return (
    <Dialog
      title={title}
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button look={act === 'remove' ? 'danger' : 'primary'} pending={pending} onClick={confirm}>
            {button}
          </Button>
        </>
      }
    >
      {act === 'role' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
        >
          <TextField
            label="Role"
            dir="auto"
            list={roles}
            value={role}
            onChange={({ target }) => setRole(target.value)}
            hint="A word that everybody reads beside the name, such as Design. Empty for none."
            error={isTooLong ? `A role has at most ${limits.role.max} characters.` : undefined}
          />
          <datalist id={roles}>
            {commonRoles.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </form>
      )}
      {act === 'offer' && (
        <p>
          Nothing changes before {firstName} accepts. Then {projectName} is {firstName}’s, with everybody who asks to
          join, and you stay as a member.
        </p>
      )}
      {act === 'keep' && <p>{firstName} cannot accept it any more.</p>}
      {act === 'remove' && (
        <p>
          {firstName} is told by the project’s page, can ask to join again after a while, and stays your connection.
        </p>
      )}
      <ErrorLine>{failure}</ErrorLine>
    </Dialog>
  );
}
