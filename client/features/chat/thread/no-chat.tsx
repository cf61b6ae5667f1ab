import UserX from 'lucide-react/icons/user-x';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';

interface Props {
  /** The person is there, but not connected. */
  peerId: string | undefined;
  /** Whether the messages were on screen until now. */
  wasOpen: boolean;
}

/** In place of a conversation. */
export function NoChat({ peerId, wasOpen }: Props) {
  return peerId === undefined ? <NoConversation /> : <NotConnected peerId={peerId} wasOpen={wasOpen} />;
}

function NotConnected({ peerId, wasOpen }: { peerId: string; wasOpen: boolean }) {
  return (
    <div className="mx-auto w-full max-w-reading p-6">
      <EmptyState
        title={wasOpen ? 'This conversation is closed' : 'You can chat once you are both connected'}
        icon={<UserX size={24} strokeWidth={1.75} />}
        actions={
          <ButtonLink to={to.otherProfile(peerId)} look="primary">
            View profile
          </ButtonLink>
        }
      >
        {wasOpen
          ? 'You are not connected any more. What was said is kept, and is here again once you are both connected.'
          : 'Show interest, and when they accept you can write to each other here.'}
      </EmptyState>
    </div>
  );
}

/** For an id that can belong to nobody: there is no profile to lead to either. */
function NoConversation() {
  return (
    <div className="mx-auto w-full max-w-reading p-6">
      <EmptyState
        title="This conversation is not available"
        icon={<UserX size={24} strokeWidth={1.75} />}
        actions={
          <ButtonLink to={to.connection()} look="primary">
            Your connections
          </ButtonLink>
        }
      >
        The account may be gone, or the link may be wrong.
      </EmptyState>
    </div>
  );
}
