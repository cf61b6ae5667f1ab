import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The query parameters, and a function that changes some of them without a new history entry; '' removes one. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const write = (changes: Record<string, string>): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params, write] as const;
}

const pause = 250;

/**
 * The text of a search box whose query lives in the address. The address follows after a pause in typing, so that there
 * is one search and not one a letter. A change of the address by other means, such as Back, changes the box.
 */
export function useTyped(inAddress: string, write: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== written) {
      setText(inAddress);
      setWritten(inAddress);
    }
  }
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });

  const commit = (value: string) => {
    setText(value);
    setWritten(value);
    // A text that was written may not have arrived in the address yet: it would come back into the box.
    if (value !== inAddress || written !== inAddress) latest.current(value);
  };
  useEffect(() => {
    if (text === written) return;
    const timer = setTimeout(() => {
      setWritten(text);
      latest.current(text);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, written]);

  /** Returns the text for a change of the address that includes it, and cancels the delayed change. */
  const committed = () => {
    setWritten(text);
    return text;
  };
  return { text, setText, commit, committed };
}
