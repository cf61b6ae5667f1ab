import { useId, useState } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { folded } from '#client/lib/text/folded.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import type { Completion } from '../composer-text.ts';
import { namedPieces } from './room-lines.tsx';

interface Started {
  from: number;
  end: number;
  /** The part of a name after the `@`. */
  typed: string;
  replace: (from: number, end: number, by: string) => void;
}

const most = 6;

/** Completes names after an `@`: the arrow keys choose, Enter or Tab takes a name, Escape closes the list. */
export function useMentions(people: readonly User[]): { completion: Completion; namedIn: (text: string) => string[] } {
  const id = useId();
  const [started, setStarted] = useState<Started>();
  const [closedAt, setClosedAt] = useState<number>();
  const [chosen, setChosen] = useState(0);
  const found = started && started.from !== closedAt ? matching(people, started.typed).slice(0, most) : [];
  const current = found[Math.min(chosen, found.length - 1)];
  const isOpen = current !== undefined;
  const take = (person: User) => {
    started?.replace(started.from, started.end, `@${fullName(person)} `);
    setStarted(undefined);
  };
  const step = (by: number) => setChosen((Math.min(chosen, found.length - 1) + by + found.length) % found.length);
  return {
    namedIn: (text) => {
      const names = new Set(
        namedPieces(text, people.map(nameOf)).flatMap(({ piece, isName }) => (isName ? [piece] : [])),
      );
      return people
        .filter((person) => names.has(nameOf(person)))
        .map(({ _id }) => _id)
        .slice(0, limits.mentions.max);
    },
    completion: {
      onText: (text, cursor, replace) => {
        const at = startOf(text, cursor);
        if (at?.from !== started?.from || at?.typed !== started?.typed) setChosen(0);
        if (at?.from !== closedAt) setClosedAt(undefined);
        setStarted(at && { ...at, replace });
      },
      onKey: (key) => {
        if (!current) return false;
        if (key === 'ArrowDown') step(1);
        else if (key === 'ArrowUp') step(-1);
        else if (key === 'Enter' || key === 'Tab') take(current);
        else if (key === 'Escape') setClosedAt(started?.from);
        else return false;
        return true;
      },
      onLeave: () => setStarted(undefined),
      aria: {
        'aria-autocomplete': 'list',
        'aria-haspopup': 'listbox',
        'aria-controls': isOpen ? id : undefined,
        'aria-activedescendant': current && `${id}-${current._id}`,
      },
      list: isOpen && (
        <div className="relative mx-auto max-w-reading">
          <div
            id={id}
            role="listbox"
            aria-label="People to name"
            className="absolute bottom-full z-20 mb-1 w-full max-w-80 rounded-box border border-base-300 bg-raised p-1 shadow-lg"
          >
            {found.map((person) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
              <div
                key={person._id}
                id={`${id}-${person._id}`}
                role="option"
                tabIndex={-1}
                aria-selected={person === current}
                className={classNames(
                  'flex min-h-10 cursor-pointer items-center gap-2 rounded-field px-2 pointer-coarse:min-h-11',
                  person === current ? 'bg-base-content/10' : 'hover:bg-base-content/6',
                )}
                // Keeps the focus in the field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(person)}
              >
                <Avatar person={person} size={24} />
                <span className="truncate" dir="auto">
                  {fullName(person)}
                </span>
              </div>
            ))}
          </div>
        </div>
      ),
    },
  };
}

const nameOf = (person: User) => `@${fullName(person)}`;

/** An `@` before the cursor, at the start of a word, and the part of a name after it. */
export function startOf(text: string, cursor: number): Omit<Started, 'replace'> | undefined {
  const [, typed] = /(?:^|[\s(])@([^@\n]{0,40})$/.exec(text.slice(0, cursor)) ?? [];
  if (typed === undefined || /\s\s|^\s/.test(typed)) return undefined;
  return { from: cursor - typed.length - 1, end: cursor, typed };
}

/** The members of whose names one begins with the typed text. */
function matching(people: readonly User[], typed: string): User[] {
  const wanted = folded(typed);
  return people.filter((person) => {
    const name = folded(fullName(person));
    return name !== wanted.trim() && (name.startsWith(wanted) || folded(person.lastName ?? '').startsWith(wanted));
  });
}
