import Lock from 'lucide-react/icons/lock';
import MessagesSquare from 'lucide-react/icons/messages-square';
import X from 'lucide-react/icons/x';
import { toast } from 'sonner';
import { classNames } from '#client/lib/dom/class-names.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { absoluteTime } from '#client/lib/text/time.ts';
import { ButtonLink, IconButton } from '#client/ui/button.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { useMessageTools } from '../actions/message-actions.ts';
import type { ShownMessage } from '../thread/thread-rows.ts';
import { usePutAwayUnseenMutation } from './room-api.ts';

/** Above what one member says; each message tells its author to screen readers by itself. */
export function Author({ person }: { person: User | null }) {
  return (
    <p className="mb-1 flex max-w-full items-center gap-1.5" aria-hidden="true">
      <Avatar person={person} size={24} />
      <span className="truncate font-semibold text-small" dir="auto">
        {fullName(person)}
      </span>
    </p>
  );
}

/** A row of a room that says that somebody joined the project. */
export function EventLine({ message: { key, id, text, createdAt } }: { message: ShownMessage }) {
  return (
    <li className="my-3 text-center text-muted text-small" data-message={key} data-id={id} tabIndex={-1}>
      <span title={absoluteTime(createdAt)}>{text}</span>
    </li>
  );
}

interface Props {
  projectId: string;
  isAlone: boolean;
  /** Beside the part of the project's page that invites people. */
  isPart: boolean;
}

/** In place of the messages of a room that has none. */
export function RoomBeginning({ projectId, isAlone, isPart }: Props) {
  const invites = isAlone && !isPart;
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 overflow-y-auto p-6 text-center">
      <span className="grid size-16 shrink-0 place-items-center rounded-full bg-tint text-primary" aria-hidden="true">
        <MessagesSquare size={24} strokeWidth={1.75} />
      </span>
      <h2 className="text-balance text-h2">{isAlone ? 'You are the first one here' : 'Nothing was said yet'}</h2>
      <p className="max-w-md text-balance text-muted">
        {isAlone
          ? 'Everybody who joins the project reads what is written here.'
          : 'What you write here is read by everybody in the team.'}
      </p>
      {invites && (
        <ButtonLink to={`${to.project(projectId)}?tab=team`} className="mt-2">
          Invite people
        </ButtonLink>
      )}
    </div>
  );
}

/** The same words for whoever of the two has blocked. They stand until the user has put them away, which is kept for good. */
export function UnseenLine({ projectId }: { projectId: string }) {
  const [putAway] = usePutAwayUnseenMutation();
  return (
    <div className="flex items-center gap-2 border-base-300 border-b px-4 py-1 sm:px-6">
      <p className="min-w-0 flex-1 text-muted text-small">Somebody here and you don’t see each other’s messages.</p>
      <IconButton
        icon={X}
        size={16}
        label="Dismiss"
        className="btn-sm"
        onClick={() =>
          void putAway({ projectId }).then(({ error }) => {
            if (error) toast.error(errorMessage(error));
          })
        }
      />
    </div>
  );
}

/** A text of a message with the people whom it names marked. */
export function NamedText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const { own, people } = useMessageTools();
  const ids = new Map(
    people.flatMap((person) => (person && mentions.includes(person._id) ? [[`@${fullName(person)}`, person._id]] : [])),
  );
  return namedPieces(text, [...ids.keys()]).map(({ piece, at, isName }) =>
    isName ? (
      <span
        key={at}
        className={classNames(
          'font-semibold',
          ids.get(piece) === own._id && 'rounded box-decoration-clone bg-primary px-1 text-primary-content',
        )}
      >
        {piece}
      </span>
    ) : (
      <span key={at}>{piece}</span>
    ),
  );
}

/** The text in pieces: the names, and what is between them. A longer name wins over one that it begins with. */
export function namedPieces(text: string, names: readonly string[]): { piece: string; at: number; isName: boolean }[] {
  const pieces: { piece: string; at: number; isName: boolean }[] = [];
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  let plain = 0;
  const endPlain = (end: number) => {
    if (end > plain) pieces.push({ piece: text.slice(plain, end), at: plain, isName: false });
  };
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, plain))) {
    const name = longestFirst.find((each) => text.startsWith(each, at));
    if (name === undefined) continue;
    endPlain(at);
    pieces.push({ piece: name, at, isName: true });
    plain = at + name.length;
  }
  endPlain(text.length);
  return pieces;
}

/** In place of the room of a project whose team the user is not in, or not any more. */
export function NoRoom({ projectId, wasOpen }: { projectId: string; wasOpen: boolean }) {
  return (
    <div className="mx-auto w-full max-w-reading p-6">
      <EmptyState
        title={wasOpen ? 'This chat is closed for you' : 'This chat is for the team of the project'}
        icon={<Lock size={24} strokeWidth={1.75} />}
        actions={
          <ButtonLink to={to.project(projectId)} look="primary">
            Open the project
          </ButtonLink>
        }
      >
        {wasOpen
          ? 'You are not in the team any more, or the project is gone.'
          : 'Only its creator and members read and write here. On the project’s page you can ask to join.'}
      </EmptyState>
    </div>
  );
}
