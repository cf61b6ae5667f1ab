import { useEffect, useRef } from 'react';
import { readPreferences } from '#client/device/preferences.ts';

/** `keys` is a character ("u", "?", "/"), a key name ("Enter"), or two keys in turn ("g f"). */
export interface Shortcut {
  keys: string;
  label: string;
  run: (event: KeyboardEvent) => void;
}

type Registration = { current: readonly Shortcut[] };

const registrations = new WeakMap<Document, Set<Registration>>();

/** The shortcuts of all mounted components. Where two have the same keys, the later one wins. */
export function activeShortcuts(): Shortcut[] {
  return [...registered()].flatMap(({ current }) => current);
}

/** Opens the list of shortcuts, as the key `?` does, also while shortcuts are switched off. */
export function openLegend(): void {
  activeShortcuts()
    .find(({ keys }) => keys === '?')
    ?.run(new KeyboardEvent('keydown', { key: '?' }));
}

/** Registers shortcuts while the component is mounted. They are inert in fields and dialogs, and when switched off. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const ref = useRef(shortcuts);
  useEffect(() => {
    ref.current = shortcuts;
  });
  useEffect(() => {
    registered().add(ref);
    return () => {
      registered().delete(ref);
    };
  }, []);
}

function registered(): Set<Registration> {
  const found = registrations.get(document) ?? new Set<Registration>();
  registrations.set(document, found);
  return found;
}

/** Listens on the document; mounted once, by the shell. */
export function listenForShortcuts(target: Document = document): () => void {
  let first = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isInert(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const shortcuts = activeShortcuts();
    const match =
      shortcuts.findLast(({ keys }) => first !== '' && keys === `${first} ${key}`) ??
      shortcuts.findLast(({ keys }) => keys === key);
    const waits = shortcuts.some(({ keys }) => keys.startsWith(`${key} `));
    clearTimeout(timer);
    first = match === undefined && waits ? key : '';
    if (first !== '') {
      timer = setTimeout(() => {
        first = '';
      }, 1500);
    }
    if (match) {
      event.preventDefault();
      match.run(event);
    }
  };
  target.addEventListener('keydown', onKeyDown);
  return () => {
    clearTimeout(timer);
    target.removeEventListener('keydown', onKeyDown);
  };
}

function isInert(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (!readPreferences().shortcuts) return true;
  const element = event.target instanceof Element ? event.target : null;
  if (element?.closest('input, textarea, select, [contenteditable], [role="textbox"], dialog, [popover]')) return true;
  // A focused control handles Enter and Space itself.
  if ((event.key === 'Enter' || event.key === ' ') && element?.closest('a, button, summary')) return true;
  return document.querySelector('dialog[open]') !== null;
}
