import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { usePersonalProjectsQuery } from '#client/api/projects-api.ts';
import { PersonMenu } from '#client/features/safety/block-person.tsx';
import { plainExcerpt } from '#client/lib/text/markdown/plain-excerpt.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Cover } from '#client/ui/person/avatar.tsx';
import type { FeedItem } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

/** A small card of this person's newest project, if they have one. */
export function BestProject({ personId }: { personId: string }) {
  const { currentData } = usePersonalProjectsQuery({ userId: personId, newest: 1 });
  const project = currentData?.[0];
  if (!project) return null;
  const excerpt = plainExcerpt(project.description ?? '');
  return (
    <Link
      to={to.project(project._id)}
      className="flex items-center gap-3 rounded-field border border-base-300 p-2 hover:border-outline"
    >
      <Cover
        id={project._id}
        src={project.projectImage}
        shape="thumb"
        className="aspect-cover w-24 shrink-0 rounded-selector"
      />
      <span className="min-w-0" dir="auto">
        <span className="block truncate font-semibold text-small">{project.projectName || 'Untitled project'}</span>
        {excerpt !== '' && <span className="line-clamp-1 text-muted text-small">{excerpt}</span>}
      </span>
    </Link>
  );
}

export function NameLink({ person, className }: { person: FeedItem; className: string }) {
  return (
    <h2 className={className} dir="auto">
      <Link to={to.otherProfile(person._id)} className="rounded-selector hover:underline" data-person={person._id}>
        {fullName(person)}
      </Link>
    </h2>
  );
}

/** In the corner of the cover. */
export function CardMenu({ person, onBlocked }: { person: FeedItem; onBlocked: () => void }) {
  return (
    <div className="absolute end-2 top-2 z-1 empty:hidden">
      <PersonMenu person={person} className="btn-sm bg-base-100" onBlocked={onBlocked} />
    </div>
  );
}

export function About({ text }: { text: string | undefined }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!text) return null;
  // An estimate of what four lines hold: measuring the text would cost a layout for each card.
  const isLong = text.length > 220 || text.split('\n').length > 4;
  return (
    <div>
      <p id={id} className={`whitespace-pre-line ${open || !isLong ? '' : 'line-clamp-4'}`} dir="auto">
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className="btn btn-ghost btn-xs mt-1 -ms-2 text-primary"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}
