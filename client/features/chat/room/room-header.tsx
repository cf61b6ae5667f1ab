import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import FolderGit from 'lucide-react/icons/folder-git';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import type { Thread } from '#client/api/chat/chat-api.ts';
import { useProjectQuery } from '#client/api/projects-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useAppSelector, useOwnUser } from '#client/state/hooks.ts';
import { ListDialog } from '#client/ui/dialog/questions.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { ConversationHead, findItem, menuItem } from '../conversation-frame.tsx';
import { useMuteRoomMutation } from './room-api.ts';

interface Props {
  projectId: string;
  chat: Thread | undefined;
  /** The user is not in the team: the header says no more than the name. */
  isRefused: boolean;
  /** Of the project. */
  name: string;
  picture: string | undefined;
  /** A part of the project's page, which has said whose room it is. */
  isPart: boolean;
  onFind: () => void;
}

/** Whose room it is, who is there, and the menu of the room. */
export function RoomHeader({ projectId, chat, isRefused, name, picture, isPart, onFind }: Props) {
  const navigate = useNavigate();
  const [listsMembers, setListsMembers] = useState(false);
  const [mute] = useMuteRoomMutation();
  const isMuted = chat?.room?.muted === true;
  const people = chat?.participants.filter((person) => person !== null) ?? [];
  const toggleMute = async () => {
    const { error } = await mute({ projectId, on: !isMuted });
    if (error) toast.error(errorMessage(error));
    else announce(isMuted ? 'This chat is not muted any more' : 'This chat is muted');
  };
  return (
    <>
      <ConversationHead
        picture={<Cover id={projectId} src={picture} className="size-10 shrink-0 rounded-field" />}
        name={name}
        href={to.project(projectId)}
        title={isPart ? 'Team chat' : undefined}
        state={
          !isRefused && (
            <p className={`flex h-5 items-center gap-2 text-micro text-muted ${isPart ? 'ps-2' : ''}`}>
              {people.length > 0 && (
                <button
                  type="button"
                  className="rounded-field underline-offset-2 hover:underline pointer-coarse:min-h-6"
                  onClick={() => setListsMembers(true)}
                >
                  {people.length === 1 ? 'Only you' : `${people.length} people`}
                </button>
              )}
              {isMuted && <span>Muted</span>}
              <Connection />
            </p>
          )
        }
        items={
          isRefused
            ? []
            : [
                ...(chat
                  ? [
                      findItem(onFind),
                      menuItem(isMuted ? 'Unmute' : 'Mute', isMuted ? Bell : BellOff, () => void toggleMute()),
                    ]
                  : []),
                isPart
                  ? menuItem('Open in Messages', MessagesSquare, () => void navigate(to.room(projectId)))
                  : menuItem('Open the project', FolderGit, () => void navigate(to.project(projectId))),
              ]
        }
      />
      {listsMembers && <RoomMembers projectId={projectId} people={people} onClose={() => setListsMembers(false)} />}
    </>
  );
}

function Connection() {
  const status = useAppSelector((state) => state.live.status);
  if (status === 'online' || status === 'off') return null;
  return <span>{status === 'offline' ? 'You are offline' : 'Connecting…'}</span>;
}

interface RoomMembersProps {
  projectId: string;
  people: readonly User[];
  onClose: () => void;
}

/** The list of people in a room: the creator first, each with their role in the project. */
function RoomMembers({ projectId, people, onClose }: RoomMembersProps) {
  const own = useOwnUser();
  const { data: project } = useProjectQuery(projectId);
  const wordOf = ({ _id }: User) =>
    _id === project?.creator._id ? 'Creator' : project?.members?.find((member) => member._id === _id)?.role;
  return (
    <ListDialog title="In this chat" onClose={onClose}>
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
    </ListDialog>
  );
}
