import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { PersonMenu } from '#client/features/safety/person-menu.tsx';
import { fullName } from '#client/text/person.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

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
