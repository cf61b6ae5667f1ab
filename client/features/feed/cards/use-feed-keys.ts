import type { RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShortcuts } from '#client/lib/dom/shortcuts.ts';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

interface Options {
  region: RefObject<HTMLElement | null>;
  people: readonly FeedItem[] | null;
  isList: boolean;
  onDecide: (person: FeedItem, status: Decision) => void;
  onUndo: (() => void) | undefined;
}

/** The feed's keyboard shortcuts: decide, undo, open the profile and, in the list, go from card to card. */
export function useFeedKeys({ region, people, isList, onDecide, onUndo }: Options): void {
  const navigate = useNavigate();
  /** Acts on the person whose card has the focus, else on the first one. */
  const withPerson = (act: (person: FeedItem) => void) => {
    const id = document.activeElement?.closest('article')?.querySelector('[data-person]')?.getAttribute('data-person');
    const person = people?.find(({ _id }) => _id === id) ?? people?.[0];
    if (person) act(person);
  };
  const step = (by: number) => {
    if (!people || people.length === 0) return;
    const links = [...(region.current?.querySelectorAll<HTMLElement>('article:not([inert]) [data-person]') ?? [])];
    const at = links.findIndex((link) => link.closest('article')?.contains(document.activeElement));
    links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  // A key that is held down decides once: the user has not seen the cards that follow.
  const once = (run: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) run();
  };
  const decide = (status: Decision) => once(() => withPerson((person) => onDecide(person, status)));
  useShortcuts([
    { keys: 'i', label: 'Interested', run: decide('interested') },
    { keys: 'x', label: 'Ignore', run: decide('ignored') },
    ...(onUndo ? [{ keys: 'u', label: 'Undo the last decision', run: once(onUndo) }] : []),
    {
      keys: 'Enter',
      label: 'Open the profile',
      run: () => withPerson((person) => void navigate(to.otherProfile(person._id))),
    },
    ...(isList
      ? [
          { keys: 'j', label: 'Next person', run: () => step(1) },
          { keys: 'k', label: 'Previous person', run: () => step(-1) },
        ]
      : []),
  ]);
}
