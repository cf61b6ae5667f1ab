import { Link } from 'react-router-dom';
import { useProjectQuery } from '#client/store/api/projects-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { fullName } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

interface Props {
  projectId: string;
  people: readonly User[];
  onClose: () => void;
}

/** The list of people in a room: the creator first, each with their role in the project. */
export function RoomMembers({ projectId, people, onClose }: Props) {
  const own = useOwnUser();
  const { data: project } = useProjectQuery(projectId);
  const wordOf = ({ _id }: User) =>
    _id === project?.creator._id ? 'Creator' : project?.members?.find((member) => member._id === _id)?.role;
  return (
    <Dialog
      title="In this chat"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="flex flex-col">
        {people.map((person) => (
          <li key={person._id}>
            <Link
              to={person._id === own._id ? to.profile() : to.otherProfile(person._id)}
              className="flex min-h-12 items-center gap-3 rounded-field hover:underline"
            >
              <Avatar person={person} size={32} />
              <span className="min-w-0">
                <span className="block truncate" dir="auto">
                  {person._id === own._id ? 'You' : fullName(person)}
                </span>
                <span className="block truncate text-micro text-muted" dir="auto">
                  {wordOf(person) || 'Member'}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-small">
        Between people who have blocked each other nothing is shown here: neither sees what the other writes.
      </p>
    </Dialog>
  );
}
