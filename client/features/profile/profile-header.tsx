import type { ReactNode } from 'react';
import { fullName } from '#client/lib/text/person.ts';
import { monthOf } from '#client/lib/text/time.ts';
import { linkify, namedLinks } from '#client/lib/text/web-links.ts';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { MatchSentence, SkillChips, WishLine } from '#client/ui/person/person-facts.tsx';
import type { MatchReason, User } from '#shared/api/users.ts';

interface Props {
  person: User;
  /** Skills that the user has too. */
  shared?: readonly string[];
  /** Why the user may want to meet the person. */
  reasons?: readonly MatchReason[];
  /** Buttons beside the name; on a phone below it, in full width. */
  actions?: ReactNode;
  /** The email address, where the person shows it. */
  emailId?: string | undefined;
  /** Shown beside the name, such as the relation. */
  note?: ReactNode;
}

/** The head of a profile: cover, picture, name and actions. */
export function ProfileHeader({ person, shared = [], reasons = [], actions, emailId, note }: Props) {
  const facts = [person.location, person.createdAt && `Member since ${monthOf(person.createdAt)}`].filter(Boolean);
  return (
    <header className="card overflow-hidden rounded-[1.25rem]">
      <Cover id={person._id} src={person.coverUrl} shape="band" eager className="h-28 sm:h-44 lg:h-52" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 px-5 pb-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:px-8 sm:pb-8 lg:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Avatar person={person} size={112} className="-mt-15 sm:-mt-17 border-4 border-base-100" />
        <div className="min-w-0 sm:pt-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} className="min-w-0 text-profile" dir="auto">
              {fullName(person)}
            </h1>
            {note}
          </div>
          {person.headline && (
            <p className="mt-1 text-[1.0625rem]">
              <bdi>{person.headline}</bdi>
            </p>
          )}
          {facts.length > 0 && <p className="mt-2 font-mono text-micro text-muted">{facts.join(' · ')}</p>}
        </div>
        {actions !== undefined && (
          <div className="pt-1 max-lg:order-last sm:col-span-2 lg:col-span-1 lg:pt-5">{actions}</div>
        )}
        <div className="flex flex-col gap-3 empty:hidden sm:col-start-2 lg:col-end-4">
          <SkillChips skills={person.skills} shared={shared} max={20} linked />
          <MatchSentence reasons={reasons} />
          <WishLine person={person} />
          <Links person={person} />
          {emailId !== undefined && (
            <a href={`mailto:${emailId}`} className="w-fit text-primary text-small underline wrap-anywhere">
              {emailId}
            </a>
          )}
        </div>
      </div>
    </header>
  );
}

function Links({ person }: { person: User }) {
  const links = namedLinks([person.githubUrl, person.websiteUrl]);
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-4 text-small">
      {links.map(({ name, href }) => (
        <li key={href}>
          <a
            href={href}
            data-address={href}
            target="_blank"
            rel="nofollow noopener noreferrer"
            className="text-primary underline"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Shows a profile's text with its line breaks and with links. The text is never parsed as markup. */
export function About({ text }: { text: string }) {
  return (
    <p className="max-w-[68ch] whitespace-pre-line" dir="auto">
      {linkify(text).map((part) =>
        part.href === undefined ? (
          <span key={part.at}>{part.text}</span>
        ) : (
          <a
            key={part.at}
            href={part.href}
            target="_blank"
            rel="nofollow noopener noreferrer"
            className="text-primary underline"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  );
}
