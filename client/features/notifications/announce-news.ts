import { toast } from 'sonner';
import { readMuted } from '#client/device/muted.ts';
import { readPreferences } from '#client/device/preferences.ts';
import { announce } from '#client/dom/focus/announce.ts';
import type { Announce } from '#client/store/events/news.ts';

const actionToastMs = 8000;

/** Dismisses the toasts about a screen, when it is opened. The id of a toast begins with the path of its screen. */
export function dismissNewsOf(path: string): void {
  for (const { id } of toast.getToasts()) if (String(id).startsWith(`${path} `)) toast.dismiss(id);
}

/** Shows a toast for news whose screen is not open. For a hidden tab, also plays the sound and notifies, if switched on. */
export function announceNews(
  ownId: string,
  go: (href: string) => void,
  isOff: (notificationKind: string) => boolean = () => false,
): Announce {
  return ({ key, text, href, action, kind, personId }) => {
    if (isOff(key.slice(0, key.indexOf(':')))) return;
    if (personId !== undefined && readMuted(ownId).some(({ _id }) => _id === personId)) return;
    const hidden = document.visibilityState === 'hidden';
    // A failure is announced to screen readers also on its own screen, which only shows it.
    if (kind === 'failure') announce(text, 'assertive');
    if (!hidden && location.pathname === href) return;
    const options = {
      id: `${href} ${key}`,
      duration: actionToastMs,
      action: { label: action, onClick: () => go(href) },
    };
    if (kind === 'failure') return void toast.error(text, options);
    toast(text, options);
    if (!hidden) return;
    const { sound, desktop } = readPreferences();
    if (sound && kind === 'message') playTone();
    if (desktop) notify(key, text, () => go(href));
  };
}

function notify(tag: string, body: string, onClick: () => void): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification('DotCode', { body, tag, icon: '/icon.svg' });
    notification.onclick = () => {
      window.focus();
      onClick();
      notification.close();
    };
  } catch {
    // Some mobile browsers allow notifications only from service workers.
  }
}

/** Plays two short soft notes. */
function playTone(): void {
  try {
    const audio = new AudioContext();
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.08, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
    gain.connect(audio.destination);
    [660, 880].forEach((frequency, index) => {
      const tone = audio.createOscillator();
      tone.frequency.value = frequency;
      tone.connect(gain);
      tone.start(audio.currentTime + index * 0.12);
      tone.stop(audio.currentTime + 0.4);
    });
    setTimeout(() => void audio.close(), 600);
  } catch {
    // Without an earlier user gesture the browser refuses to play: stay silent.
  }
}
