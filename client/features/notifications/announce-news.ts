import { toast } from 'sonner';
import { readMuted } from '#client/device/muted.ts';
import { readPreferences } from '#client/device/preferences.ts';
import { announce } from '#client/dom/announce.ts';
import type { Announce } from '#client/store/live/news.ts';

const actionToastMs = 8000;

/** What a message says is on its own screen too: there it goes. Toasts carry their screen in their id. */
export function dismissNewsOf(path: string): void {
  for (const { id } of toast.getToasts()) if (String(id).startsWith(`${path} `)) toast.dismiss(id);
}

/** Says news where its screen is not open: a toast, and for a hidden tab what the user has switched on. */
export function announceNews(ownId: string, go: (href: string) => void): Announce {
  return ({ key, text, href, action, kind, personId }) => {
    if (personId !== undefined && readMuted(ownId).some(({ _id }) => _id === personId)) return;
    const hidden = document.visibilityState === 'hidden';
    // What failed is said aloud on its own screen too: there it is only drawn.
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
    // Some phones allow them to service workers only.
  }
}

/** Two short soft notes. */
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
    // The browser wants a gesture first: silence then.
  }
}
