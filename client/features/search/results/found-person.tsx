import { memo } from 'react';
import { Link } from 'react-router-dom';
import { fullName, skillList } from '#client/text/person.ts';
import type { CardRelation } from '#client/text/relation.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelationTag } from '#client/ui/person/relation-tag.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { fittingText, MarkedText } from './marked-text.tsx';

interface Props {
  person: User;
  relation: CardRelation;
  q: string;
}

export const FoundPerson = memo(function FoundPerson({ person, relation, q }: Props) {
  return (
    <li className="relative flex items-start gap-3 p-4 hover:bg-base-content/6">
      <Avatar person={person} size={48} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="flex flex-wrap items-baseline justify-between gap-2">
          <Link
            to={to.otherProfile(person._id)}
            data-row
            className="font-semibold after:absolute after:inset-0"
            dir="auto"
          >
            <MarkedText text={fullName(person)} q={q} anywhere />
          </Link>
          <RelationTag relation={relation} />
        </p>
        <p className="line-clamp-2 text-muted text-small" dir="auto">
          <MarkedText text={fittingText([person.headline, person.about], q)} q={q} />
        </p>
        <p className="mt-1 font-mono text-micro text-muted">
          <MarkedText text={skillList(person.skills).slice(0, 8).join('\u00a0· ')} q={q} />
        </p>
      </div>
    </li>
  );
});
