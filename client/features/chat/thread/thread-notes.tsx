import MessageSquare from 'lucide-react/icons/message-square';
import UserX from 'lucide-react/icons/user-x';
import { Link } from 'react-router-dom';
import { usePersonQuery } from '#client/api/people-api.ts';
import { parseMessage } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import { starters } from '#client/lib/text/project-words.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

/** Suggests first lines for a conversation without messages. A press puts one into the composer, unsent. */
export function Beginning({
  peer,
  peerId,
  onChoose,
}: {
  peer: User | undefined;
  peerId: string;
  onChoose: (line: string) => void;
}) {
  const own = useOwnUser();
  const { data: ownProfile } = usePersonQuery(own._id);
  const { data: profile } = usePersonQuery(peerId);
  const person = profile ?? peer;
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto p-6 text-center">
      <MessageSquare size={24} strokeWidth={1.75} className="text-muted" aria-hidden="true" />
      <h2 className="max-w-full text-balance text-h2">Say hello to {person?.firstName || fullName(person)}</h2>
      <p className="max-w-md text-balance text-muted">
        You are connected. Choose a line to begin with, or write your own.
      </p>
      <ul className="flex w-full max-w-md flex-col gap-2">
        {starters(ownProfile ?? own, person ?? { firstName: '' }).map((line) => (
          <li key={line}>
            <button
              type="button"
              className="btn btn-outline h-auto min-h-11 w-full justify-start py-2 text-start font-normal"
              onClick={() => onChoose(line)}
            >
              {line}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In place of the composer, where nothing can be written any more. */
export function ClosedNote({ peer, isBlocked }: { peer: User | undefined; isBlocked: boolean }) {
  return (
    <p
      // Another element for the other words: React could not remove texts that the browser has translated.
      key={String(isBlocked)}
      className="border-t border-base-300 bg-base-100 p-4 text-center text-muted text-small"
    >
      {isBlocked ? (
        <>
          You have blocked {fullName(peer)}. What was said stays here for you.{' '}
          <Link to={`${to.setting()}?section=privacy`} className="font-semibold underline underline-offset-2">
            Blocked people
          </Link>
        </>
      ) : (
        'This account is not available. What was said stays here.'
      )}
    </p>
  );
}

interface Props {
  peer: User | undefined;
  history: readonly ChatMessage[];
  onShow: () => void;
}

/** Says why links are shown as text, where there are any, and shows them as links on request. */
export function LinkNote({ peer, history, onShow }: Props) {
  if (!history.some(({ text }) => hasLink(text))) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-muted text-small">
      <span>{`Links from ${peer?.firstName || fullName(peer)} are shown as text until you answer.`}</span>
      <button type="button" className="btn btn-ghost btn-sm" onClick={onShow}>
        Show links
      </button>
    </p>
  );
}

function hasLink(text: string): boolean {
  return parseMessage(text).some(
    (part) => part.kind === 'inline' && part.parts.some((inline) => inline.kind === 'link'),
  );
}

interface NoChatProps {
  /** The person is there, but not connected. */
  peerId: string | undefined;
  /** Whether the messages were on screen until now. */
  wasOpen: boolean;
}

/** In place of a conversation. */
export function NoChat({ peerId, wasOpen }: NoChatProps) {
  const title = wasOpen ? 'This conversation is closed' : 'You can chat once you are both connected';
  return (
    <div className="mx-auto w-full max-w-reading p-6">
      <EmptyState
        // For an id that can belong to nobody there is no profile to lead to either.
        title={peerId === undefined ? 'This conversation is not available' : title}
        icon={<UserX size={24} strokeWidth={1.75} />}
        actions={
          <ButtonLink to={peerId === undefined ? to.connection() : to.otherProfile(peerId)} look="primary">
            {peerId === undefined ? 'Your connections' : 'View profile'}
          </ButtonLink>
        }
      >
        {peerId === undefined
          ? 'The account may be gone, or the link may be wrong.'
          : wasOpen
            ? 'You are not connected any more. What was said is kept, and is here again once you are both connected.'
            : 'Show interest, and when they accept you can write to each other here.'}
      </EmptyState>
    </div>
  );
}
