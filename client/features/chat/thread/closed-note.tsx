import { Link } from 'react-router-dom';
import { fullName } from '#client/text/person.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

/** In place of the composer, where nothing can be written any more. */
export function ClosedNote({ peer, isBlocked }: { peer: User | undefined; isBlocked: boolean }) {
  return (
    <p className="border-t border-base-300 bg-base-100 p-4 text-center text-muted text-small">
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
