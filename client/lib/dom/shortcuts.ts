import { type RefObject, useLayoutEffect, useRef } from 'react';
import { readPreferences } from '#client/lib/device/preferences.ts';

/**
 * `keys` is a character ("u", "?", "/"), a key name ("Enter"), two keys in turn ("g f"), or a letter together with Cmd on
 * Apple's keyboards and Ctrl on all others ("Mod+k"). Only the last kind works in fields, too.
 */
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

/** One shortcut a key: where two have the same keys, the later one runs. */
export function commandsNow(): Shortcut[] {
  return [...new Map(activeShortcuts().map((shortcut) => [shortcut.keys, shortcut])).values()];
}

/** Runs a shortcut without its key, also while shortcuts are switched off. */
export function runShortcut({ keys, run }: Shortcut): void {
  run(new KeyboardEvent('keydown', { key: keys }));
}

export const legendKeys = '?';
export const paletteKeys = 'Mod+k';

/** Opens the list of shortcuts, as its key does. */
export function openLegend(): void {
  press(legendKeys);
}

/** Opens the palette, as its keys do. */
export function openPalette(): void {
  press(paletteKeys);
}

function press(keys: string): void {
  const shortcut = activeShortcuts().findLast((each) => each.keys === keys);
  if (shortcut) runShortcut(shortcut);
}

const hasCommandKey = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The keys as they are written on the keyboard, in the order in which they are pressed. */
export function keyCaps(keys: string): string[] {
  return keys.split(/[ +]/).map((key) => {
    if (key === 'Mod') return hasCommandKey() ? '⌘' : 'Ctrl';
    return key.length === 1 ? key.toUpperCase() : key;
  });
}

/** Shortcuts with Cmd or Ctrl as `aria-keyshortcuts` names them. */
export function ariaKeys(keys: string): string {
  return keys.replace('Mod', hasCommandKey() ? 'Meta' : 'Control');
}

/** Registers shortcuts while the component is mounted. They are inert in fields and dialogs, and when switched off. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const ref = useRef(shortcuts);
  // With the layout: a key that is pressed as soon as the screen is seen finds what it means.
  useLayoutEffect(() => {
    ref.current = shortcuts;
  });
  useLayoutEffect(() => {
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
    const key = keyOf(event);
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

/** Whether the event is one of the shortcuts with Cmd or Ctrl. On Apple's keyboards, Ctrl moves and deletes in fields. */
function hasMod({ metaKey, ctrlKey, shiftKey }: KeyboardEvent): boolean {
  return !shiftKey && metaKey !== ctrlKey && metaKey === hasCommandKey();
}

function keyOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!hasMod(event)) return key;
  // On a keyboard of another script, the key that has the letter on a Latin one.
  return `Mod+${/^[a-z]$/.test(key) ? key : event.code.replace(/^Key/, '').toLowerCase()}`;
}

function isInert(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return true;
  if (!readPreferences().shortcuts || document.querySelector('dialog[open]') !== null) return true;
  if (event.ctrlKey || event.metaKey) return !hasMod(event);
  const element = event.target instanceof Element ? event.target : null;
  if (element?.closest('input, textarea, select, [contenteditable], [role="textbox"], [popover]')) return true;
  // A focused control handles Enter and Space itself.
  return (event.key === 'Enter' || event.key === ' ') && Boolean(element?.closest('a, button, summary'));
}

/**
 * J and K move the focus between the `data-row` links of a list, from elsewhere to the first one. With `message`, M
 * presses the `data-message` link of the row with the focus.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  labels: { next: string; previous: string; message?: string },
): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const current = () => rows().findIndex((row) => row.closest('li')?.contains(document.activeElement));
  const step = (by: number) => {
    const at = current();
    rows()[at < 0 ? 0 : at + by]?.focus();
  };
  const message = () => rows()[current()]?.closest('li')?.querySelector<HTMLElement>('[data-message]')?.click();
  useShortcuts([
    { keys: 'j', label: labels.next, run: () => step(1) },
    { keys: 'k', label: labels.previous, run: () => step(-1) },
    ...(labels.message === undefined ? [] : [{ keys: 'm', label: labels.message, run: message }]),
  ]);
}
