import Ban from 'lucide-react/icons/ban';
import UserX from 'lucide-react/icons/user-x';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { useBlockedQuery } from '#client/api/safety/safety-api.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { CardBones, CoveredBones } from '#client/ui/state/skeleton.tsx';
import { to } from '#shared/routes.ts';

/**
 * Focuses the heading once there is one: the skeleton has none, so the router focused the main region instead.
 * `takesFocus`: also where the profile, and with it the focused control, has just left the screen.
 */
export function Frame({ children, takesFocus = false }: { children: ReactNode; takesFocus?: boolean }) {
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement?.id !== 'main' && !(takesFocus && activeElement === document.body)) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [takesFocus]);
  return <div className={frame}>{children}</div>;
}

const frame = 'gutter-x mx-auto flex w-full max-w-content flex-col gap-8 py-6';

export function ProfileBones() {
  return (
    <div className={frame}>
      <CoveredBones
        cover="h-28 sm:h-44 lg:h-52"
        body="gap-3 px-5 pb-6 sm:px-8"
        avatar="-mt-17 size-33"
        bones={['h-8 w-1/2', 'h-6 w-3/4']}
      />
      <CardBones cards={3} />
    </div>
  );
}

/** For a profile that is not there, or that the user has blocked: only they are told the difference. */
export function NotAvailable({ userId }: { userId: string }) {
  const navigate = useNavigate();
  // On the first page of a tab there is nothing to go back to.
  const isFirst = useLocation().key === 'default';
  const canBlock = useCapability('safety');
  const { data: blocked } = useBlockedQuery(undefined, { skip: !canBlock });
  const own = blocked?.find(({ user }) => user._id === userId);
  if (own)
    return (
      <EmptyState
        title={`You have blocked ${fullName(own.user)}`}
        icon={<Ban size={24} strokeWidth={1.75} />}
        actions={
          <ButtonLink to={`${to.setting()}?section=privacy`} look="primary">
            Blocked people
          </ButtonLink>
        }
      >
        You do not see each other. You can unblock people in Settings.
      </EmptyState>
    );
  return (
    <EmptyState
      title="This profile is not available"
      icon={<UserX size={24} strokeWidth={1.75} />}
      actions={
        <>
          <ButtonLink to={to.search()} look="primary">
            Search
          </ButtonLink>
          {isFirst ? (
            <ButtonLink to={to.feed()}>Open feed</ButtonLink>
          ) : (
            <Button onClick={() => navigate(-1)}>Back</Button>
          )}
        </>
      }
    >
      The account may be gone, or the link may be wrong.
    </EmptyState>
  );
}
