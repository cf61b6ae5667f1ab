import MessageSquare from 'lucide-react/icons/message-square';
import { usePersonQuery } from '#client/store/api/people-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { fullName } from '#client/text/person.ts';
import { starters } from '#client/text/starters.ts';
import type { User } from '#shared/api/users.ts';

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
