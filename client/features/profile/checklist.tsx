import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { storedValue } from '#client/lib/device/stored-value.ts';
import { userKey } from '#client/lib/device/user-storage.ts';
import { skillList } from '#client/lib/text/person.ts';
import { IconButton } from '#client/ui/button.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

const dismissal = (ownId: string) => storedValue(userKey(ownId, 'checklist-dismissed'), (stored) => stored === true);

interface Props {
  user: OwnUser;
  /** How many projects the user has; undefined until that is known. */
  projects: number | undefined;
}

/**
 * Suggests what the profile lacks. Disappears when dismissed, or when all is done. It does not wait for the projects where
 * something else is missing, because it would push the screen down when they come.
 */
export function Checklist({ user, projects }: Props) {
  const [dismissed, setDismissed] = useState(dismissal(user._id).read);
  const items = [
    { label: 'A photo', done: Boolean(user.photoUrl), href: to.editProfile() },
    { label: 'About you, 80 characters or more', done: (user.about?.length ?? 0) >= 80, href: to.editProfile() },
    { label: 'Three skills', done: skillList(user.skills).length >= 3, href: to.editProfile() },
    { label: 'One project', done: (projects ?? 0) > 0, href: to.createProject() },
  ];
  const done = items.filter((item) => item.done).length;
  const isOpen = projects !== undefined || done < items.length - 1;
  if (dismissed || !isOpen || done === items.length) return null;
  return (
    <section aria-labelledby="checklist" className="card p-4 sm:p-6 print:hidden">
      <div className="flex items-start justify-between gap-2">
        <h2 id="checklist" className="text-h3">
          Complete your profile{' '}
          <span className="ms-1 font-mono text-micro text-muted">
            {done} of {items.length}
          </span>
        </h2>
        <IconButton
          icon={X}
          label="Dismiss the checklist"
          size={16}
          className="btn-sm -me-2 -mt-1"
          onClick={() => {
            dismissal(user._id).write(true);
            setDismissed(true);
          }}
        />
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
        {items.map(({ label, done: isDone, href }) => (
          <li key={label} className="flex min-h-8 items-center gap-2 text-small">
            {isDone ? (
              <Check size={16} strokeWidth={1.75} className="text-success" aria-hidden="true" />
            ) : (
              <Circle size={16} strokeWidth={1.75} className="text-muted" aria-hidden="true" />
            )}
            {isDone ? (
              <span className="text-muted">
                {label}
                <span className="sr-only">, done</span>
              </span>
            ) : (
              <Link to={href} className="underline">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
