import ArrowLeft from 'lucide-react/icons/arrow-left';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Search from 'lucide-react/icons/search';
import UserIcon from 'lucide-react/icons/user';
import { Link, useNavigate } from 'react-router-dom';
import { useBlockAndReport } from '#client/features/safety/block-person.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Menu } from '#client/ui/dialog/popover.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { OnlineTag } from '#client/ui/person/relation.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

interface Props {
  peerId: string;
  peer: User | undefined;
  /** The other person as a loaded list has them, until their own answer is there: their name and picture. */
  known: User | undefined;
  /** The account of the other person does not exist any more. */
  isGone: boolean;
  /** Until the conversation is loaded: what it will show has its place already. */
  isWaiting: boolean;
  /** Until the person is loaded. */
  isUnknown: boolean;
  /** Whether both can write; only then does the upstream tell who is online. */
  isOpen: boolean;
  /** Undefined while there are no messages to search. */
  onFind: (() => void) | undefined;
}

/** The other person's name and presence, and the menu of the conversation. */
export function ConversationHeader({ peerId, peer, known, isGone, isWaiting, isUnknown, isOpen, onFind }: Props) {
  const navigate = useNavigate();
  const safety = useBlockAndReport(isGone ? undefined : peer, { inChat: true });
  const head = isGone ? peer : (peer ?? known);
  const name = head || isGone ? fullName(head) : 'Chat';
  return (
    <header className="flex min-h-16 items-center gap-3 border-b border-base-300 bg-base-100 py-2 ps-2 pe-2 sm:ps-4 sm:pe-4 lg:ps-6">
      <Link to={to.messages()} className="btn btn-ghost btn-square lg:hidden" aria-label="Back to messages">
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      {head || isGone ? <Avatar person={head ?? null} size={40} /> : isUnknown && <span className="size-10 shrink-0" />}
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} className="truncate text-h3" dir="auto">
          {head ? (
            <Link to={to.otherProfile(peerId)} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h1>
        {isOpen ? <State peerId={peerId} /> : isWaiting && <NoState />}
      </div>
      <Menu
        label="More about this conversation"
        className="btn-square"
        trigger={<EllipsisVertical size={20} strokeWidth={1.75} aria-hidden="true" />}
        items={[
          ...(onFind
            ? [
                {
                  label: 'Find in conversation',
                  icon: <Search size={16} strokeWidth={1.75} aria-hidden="true" />,
                  onSelect: onFind,
                },
              ]
            : []),
          ...(isGone
            ? []
            : [
                {
                  label: 'View profile',
                  icon: <UserIcon size={16} strokeWidth={1.75} aria-hidden="true" />,
                  onSelect: () => void navigate(to.otherProfile(peerId)),
                },
              ]),
          ...safety.items,
        ]}
      />
      {safety.dialog}
    </header>
  );
}

function State({ peerId }: { peerId: string }) {
  const status = useAppSelector((state) => state.live.status);
  const online = useAppSelector((state) => state.live.online[peerId]);
  if (status === 'online' && online === undefined) return <NoState />;
  if (status === 'online' && online) {
    return (
      <p className="flex">
        <OnlineTag />
      </p>
    );
  }
  const words = status === 'online' ? 'Offline' : status === 'offline' ? 'You are offline' : 'Connecting…';
  return (
    <p className="flex items-center gap-1.5 text-micro text-muted">
      <span
        aria-hidden="true"
        className={classNames('size-2 rounded-full', status === 'online' ? 'bg-base-300' : 'bg-warning')}
      />
      {words}
    </p>
  );
}

/** A line of the same height, so that the name does not move when the state comes. */
function NoState() {
  return <p className="h-4" />;
}
