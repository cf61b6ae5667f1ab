import type { User } from '#shared/api/users.ts';
import { Avatar } from './avatar.tsx';

/** The picture of somebody in a list, with a dot while they are online. `size` is in pixels. */
export function PresenceAvatar({ person, size, isOnline }: { person: User; size: number; isOnline: boolean }) {
  return (
    <span className="relative flex shrink-0">
      <Avatar person={person} size={size} />
      {isOnline && (
        <span className="absolute end-0 bottom-0 size-3 rounded-full border-2 border-base-100 bg-success">
          <span className="sr-only">Online</span>
        </span>
      )}
    </span>
  );
}
