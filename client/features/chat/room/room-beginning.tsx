import MessagesSquare from 'lucide-react/icons/messages-square';
import { useCapability } from '#client/store/api/capabilities.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { to } from '#shared/routes.ts';

interface Props {
  projectId: string;
  /** Whether the user is the only person in the room. */
  isAlone: boolean;
  /** Beside the part of the project's page that invites people. */
  isPart: boolean;
}

/** In place of the messages of a room that has none. */
export function RoomBeginning({ projectId, isAlone, isPart }: Props) {
  const invites = useCapability('projects.invites') && isAlone && !isPart;
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
