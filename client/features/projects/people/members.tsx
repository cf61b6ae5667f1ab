import Ellipsis from 'lucide-react/icons/ellipsis';
import MessageSquare from 'lucide-react/icons/message-square';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { screenHeading } from '#client/lib/dom/focus.ts';
import { fullName } from '#client/lib/text/person.ts';
import { commonRoles } from '#client/lib/text/project-words.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Menu } from '#client/ui/dialog/popover.tsx';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Section } from '#client/ui/section.tsx';
import type { Project, ProjectMember } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';
import {
  useEndOfferMutation,
  useOfferProjectMutation,
  useRemoveMemberMutation,
  useSetMemberRoleMutation,
} from './member-api.ts';

interface Props {
  project: Project;
  isOwner: boolean;
}

/**
 * The accepted members, with a chat link for those whom the user can write to. With the capability `projects.members` the
 * creator stands first among them, each has a role, and the creator can change who is there.
 */
export function Members({ project, isOwner }: Props) {
  const user = useOwnUser();
  const hasRoles = useCapability('projects');
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<{ act: MemberAct; member: ProjectMember }>();
  const { creator, members = [] } = project;
  if (members.length === 0) return null;
  const leading = hasRoles ? [creator] : [];
  const hasMenus = isOwner && hasRoles;
  return (
    <Section title="Members" count={leading.length + members.length} heading={heading} className="card gap-3 p-4">
      <ul className="flex flex-col gap-2">
        {leading.map((person) => (
          <MemberRow key={person._id} person={person} isOwn={isOwner} word="Creator" />
        ))}
        {members.map((member) => (
          <MemberRow
            key={member._id}
            person={member}
            isOwn={member._id === user._id}
            word={[member.role, isOwner && member.isOffered && 'offered the project'].filter(Boolean).join(' · ')}
          >
            {isOwner && member.canChat !== false && (
              <Link
                to={to.chat(member._id)}
                className="btn btn-ghost btn-sm pointer-coarse:min-h-11"
                aria-label={`Message ${fullName(member)}`}
              >
                <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
                {/* Beside a menu there is no room for the word on a phone. */}
                {!hasMenus && <span>Message</span>}
              </Link>
            )}
            {hasMenus && (
              <Menu
                label={`Membership of ${fullName(member)}`}
                className="btn-square btn-sm pointer-coarse:min-h-11 pointer-coarse:min-w-11"
                trigger={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
                items={(['role', member.isOffered ? 'keep' : 'offer', 'remove'] as const).map((act) => ({
                  label: labels[act],
                  danger: act === 'remove',
                  onSelect: () => setOpen({ act, member }),
                }))}
              />
            )}
          </MemberRow>
        ))}
      </ul>
      {open && (
        <MemberDialog
          {...open}
          project={project}
          onClose={(isDone) => {
            flushSync(() => setOpen(undefined));
            // The row and its menu may be gone, and with the last member the list.
            const isEmpty = open.act === 'remove' && members.length === 1;
            if (isDone) (isEmpty ? screenHeading() : heading.current)?.focus();
          }}
        />
      )}
    </Section>
  );
}

type MemberAct = 'role' | 'offer' | 'keep' | 'remove';

const labels: Readonly<Record<MemberAct, string>> = {
  role: 'Change the role',
  offer: 'Offer the project',
  keep: 'Take the offer back',
  remove: 'Remove',
};

interface MemberDialogProps {
  act: MemberAct;
  project: Project;
  member: ProjectMember;
  onClose: (isDone: boolean) => void;
}

/** The creator gives a member a role, offers them the project, takes the offer back, or removes them. */
function MemberDialog({ act, project: { _id: projectId, projectName }, member, onClose }: MemberDialogProps) {
  const { firstName, _id: userId } = member;
  const roles = useId();
  const [role, setRole] = useState(member.role ?? '');
  const [setMemberRole] = useSetMemberRoleMutation();
  const [offer] = useOfferProjectMutation();
  const [keep] = useEndOfferMutation();
  const [remove] = useRemoveMemberMutation();
  const said = role.trim();
  const { title, action, call, done, words } = {
    role: {
      title: `What ${firstName} does`,
      action: 'Save',
      call: () => setMemberRole({ projectId, userId, role: said }),
      done: said ? `${firstName}’s role is ${said}` : `${firstName} has no role now`,
      words: (
        <>
          <TextField
            label="Role"
            dir="auto"
            list={roles}
            maxLength={limits.role.max}
            value={role}
            onChange={({ target }) => setRole(target.value)}
            hint="A word that everybody reads beside the name, such as Design. Empty for none."
          />
          <datalist id={roles}>
            {commonRoles.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </>
      ),
    },
    offer: {
      title: `Offer the project to ${fullName(member)}?`,
      action: 'Offer it',
      call: () => offer({ projectId, userId }),
      done: `${firstName} can accept the project now`,
      words: `Nothing changes before ${firstName} accepts. Then ${projectName} is ${firstName}’s, with everybody who asks to join, and you stay as a member.`,
    },
    keep: {
      title: 'Take the offer back?',
      action: 'Take it back',
      call: () => keep(projectId),
      done: 'The project stays yours',
      words: `${firstName} cannot accept it any more.`,
    },
    remove: {
      title: `Remove ${fullName(member)}?`,
      action: 'Remove',
      call: () => remove({ projectId, userId }),
      done: `${firstName} is no longer a member`,
      words: `${firstName} is told by the project’s page, can ask to join again after a while, and stays your connection.`,
    },
  }[act];
  return (
    <ConfirmDialog
      title={title}
      action={action}
      look={act === 'remove' ? 'danger' : 'primary'}
      onClose={() => onClose(false)}
      onConfirm={async () => {
        await call().unwrap();
        announce(done);
        onClose(true);
      }}
    >
      {words}
    </ConfirmDialog>
  );
}

function MemberRow({
  person,
  isOwn,
  word,
  children,
}: {
  person: User;
  isOwn: boolean;
  word: string;
  children?: ReactNode;
}) {
  return (
    <li className="flex items-center gap-1">
      <Link
        to={isOwn ? to.profile() : to.otherProfile(person._id)}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-field hover:underline"
      >
        <Avatar person={person} size={32} />
        <span className="min-w-0">
          <span className="block truncate" dir="auto">
            {isOwn ? 'You' : fullName(person)}
          </span>
          {word && (
            <span className="wrap-anywhere block text-muted text-small" dir="auto">
              {word}
            </span>
          )}
        </span>
      </Link>
      {children}
    </li>
  );
}
