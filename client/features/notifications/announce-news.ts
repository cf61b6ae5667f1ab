import { toast } from 'sonner';
import { readMuted } from '#client/device/muted.ts';
import { announce } from '#client/dom/announce.tsx';
import type { Announce } from '#client/live/live-context.ts';

const actionToastMs = 8000;

/** Dismisses the toasts about a screen, when it is opened. The id of a toast begins with the path of its screen. */
export function dismissNewsOf(path: string): void {
  for (const { id } of toast.getToasts()) if (String(id).startsWith(`${path} `)) toast.dismiss(id);
}

/** Shows a toast for news whose screen is not open. */
export function announceNews(
  ownId: string,
  go: (href: string) => void,
  isOff: (notificationKind: string) => boolean = () => false,
): Announce {
  return ({ key, text, href, action, kind, personId }) => {
    if (isOff(key.slice(0, key.indexOf(':')))) return;
    if (personId !== undefined && readMuted(ownId).some(({ _id }) => _id === personId)) return;
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
