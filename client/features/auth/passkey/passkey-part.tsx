import { useEffect, useState } from 'react';
import { passkeysWorkHere } from '#client/device/passkeys-here.ts';
import { PasskeyEntrance } from './passkey-entrance.tsx';

const signs = ['pointermove', 'touchstart', 'keydown', 'focusin'];

/** The passkey button. It comes with the first sign of a user, so that the first paint does not wait for its call. */
export function PasskeyPart({ onOffered }: { onOffered: () => void }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!passkeysWorkHere()) return;
    const over = new AbortController();
    const show = () => {
      over.abort();
      setDue(true);
    };
    // The user may have chosen a field before this code ran.
    if (document.activeElement !== document.body && document.activeElement !== null) return show();
    for (const sign of signs) window.addEventListener(sign, show, { signal: over.signal, passive: true });
    return () => over.abort();
  }, []);
  return isDue && <PasskeyEntrance onOffered={onOffered} />;
}
