import { useEffect, useRef } from 'react';

const repeatMs = 2500;
const endMs = 4000;

/** Reports typing every 2.5 seconds while it goes on, and its end once: after 4 seconds without a key, or on leaving. */
export function useTypingSignal(onTyping: (typing: boolean) => void): (typing: boolean) => void {
  const saidAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onTyping);
  useEffect(() => {
    tell.current = onTyping;
  });
  const stop = () => {
    clearTimeout(timer.current);
    if (saidAt.current === 0) return;
    saidAt.current = 0;
    tell.current(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup must run on unmount only
  useEffect(() => stop, []);
  return (typing) => {
    if (!typing) return stop();
    clearTimeout(timer.current);
    timer.current = setTimeout(stop, endMs);
    if (Date.now() - saidAt.current < repeatMs) return;
    saidAt.current = Date.now();
    tell.current(true);
  };
}
