import type { CSSProperties, ReactNode } from 'react';
import { fullName, hueOf } from '#client/text/person.ts';
import { monthOf } from '#client/text/time.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { SkillChips } from '#client/ui/skill-chips.tsx';
import type { User } from '#shared/api/users.ts';

interface Props {
  person: User;
  /** Beside the name, or full width under it on a phone. */
  actions?: ReactNode;
  /** A word about the relation, or a line under the name. */
  note?: ReactNode;
}

/** A person on top of their profile: the band in their hue is decoration. */
export function ProfileHeader({ person, actions, note }: Props) {
  const facts = [person.location, person.createdAt && `Member since ${monthOf(person.createdAt)}`].filter(Boolean);
  return (
    <header className="card overflow-hidden">
      <div aria-hidden="true" className="hue h-20 sm:h-28" style={{ '--hue': hueOf(person._id) } as CSSProperties} />
      <div className="px-4 pb-6 sm:px-6">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <Avatar person={person} size={96} className="-mt-12 border-4 border-base-100" />
          {actions !== undefined && <div className="w-full max-sm:order-last sm:w-auto sm:pt-4">{actions}</div>}
          <div className="w-full min-w-0">
            <h1 tabIndex={-1} className="text-h1" dir="auto">
              {fullName(person)}
            </h1>
            {person.headline && (
              <p className="mt-1">
                <bdi>{person.headline}</bdi>
              </p>
            )}
            {note}
            {facts.length > 0 && <p className="mt-1 font-mono text-micro text-muted">{facts.join(' · ')}</p>}
          </div>
        </div>
        <div className="mt-4 flex flex-col gap-3 empty:hidden">
          <SkillChips skills={person.skills} max={20} linked />
          <Links person={person} />
        </div>
      </div>
    </header>
  );
}

function Links({ person }: { person: User }) {
  const links = [
    { name: 'GitHub', href: person.githubUrl },
    { name: 'Website', href: person.websiteUrl },
  ].filter(({ href }) => href !== undefined && /^https?:\/\//i.test(href));
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-4 text-small">
      {links.map(({ name, href }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="nofollow noopener noreferrer" className="text-primary underline">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
