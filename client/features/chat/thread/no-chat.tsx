import UserX from 'lucide-react/icons/user-x';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';

/** In place of a conversation. `peerId`: the person is there, but not connected. */
export function NoChat({ peerId }: { peerId: string | undefined }) {
  return peerId === undefined ? <NoConversation /> : <NotConnected peerId={peerId} />;
}

function NotConnected({ peerId }: { peerId: string }) {
  return (
    <div className="mx-auto w-full max-w-reading p-6">
      <EmptyState
        title="You can chat once you are both connected"
        icon={<UserX size={24} strokeWidth={1.75} />}
        actions={
          <ButtonLink to={to.otherProfile(peerId)} look="primary">
            View profile
          </ButtonLink>
        }
      >
        Show interest, and when they accept you can write to each other here.
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
