import { toast } from 'sonner';
import { isOffPage } from '#client/api/preferences-api.ts';
import { isMutedPerson } from '#client/api/safety/mute-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import type { Announce } from '#client/live/live-context.ts';
import type { AppStore } from '#client/state/make-store.ts';

const actionToastMs = 8000;

/** Dismisses the toasts about a screen, when it is opened. The id of a toast begins with the path of its screen. */
export function dismissNewsOf(path: string): void {
  for (const { id } of toast.getToasts()) if (String(id).startsWith(`${path} `)) toast.dismiss(id);
}

/** Shows a toast for news whose screen is not open. */
export function announceNews(store: AppStore, go: (href: string) => void): Announce {
  return ({ key, text, href, action, kind, personId }) => {
    if (isOffPage(store.getState(), key.slice(0, key.indexOf(':')))) return;
    if (personId !== undefined && isMutedPerson(store.getState(), personId)) return;
    if (document.visibilityState !== 'hidden' && location.pathname === href) {
      // The screen itself only shows a failure; a toast is read aloud.
      if (kind === 'failure') announce(text, 'assertive');
      return;
    }
    const options = {
      id: `${href} ${key}`,
      duration: actionToastMs,
      action: { label: action, onClick: () => go(href) },
    };
    if (kind === 'failure') toast.error(text, options);
    else toast(text, options);
  };
}
