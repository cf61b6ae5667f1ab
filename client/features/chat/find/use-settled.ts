import { useEffect, useState } from 'react';

const pauseMs = 250;

/** A text that is typed, after a pause in typing: one search, and not one a letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
