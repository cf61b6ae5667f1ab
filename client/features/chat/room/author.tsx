import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import type { User } from '#shared/api/users.ts';

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
