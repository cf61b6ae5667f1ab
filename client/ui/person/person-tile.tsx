import { Link } from 'react-router-dom';
import { fullName } from '#client/lib/text/person.ts';
import type { MatchReason, User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { Avatar, Cover } from './avatar.tsx';
import { MatchSentence } from './person-facts.tsx';

interface Props {
  person: User;
  reasons: readonly MatchReason[];
}

/** A person as a small card, which is one link to the profile. */
export function PersonTile({ person, reasons }: Props) {
  return (
    <article className="card relative h-full overflow-clip hover:border-outline">
      <Cover id={person._id} shape="band" className="h-14 shrink-0" />
      <div className="flex flex-1 flex-col gap-1 px-4 pb-4">
        <Avatar person={person} size={64} className="-mt-9 border-4 border-base-100" />
        <h3 className="text-h3" dir="auto">
          <Link to={to.otherProfile(person._id)} className="card-link after:absolute after:inset-0 after:rounded-box">
            {fullName(person)}
          </Link>
        </h3>
        <p className="line-clamp-2 text-muted text-small" dir="auto">
          {person.headline || person.about}
        </p>
        <div className="mt-auto pt-1">
          <MatchSentence reasons={reasons} />
        </div>
      </div>
    </article>
  );
}
