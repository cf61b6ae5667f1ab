import { useEffect, useRef, useState } from 'react';

const pause = 250;

/**
 * What is in a search box. Every key shows at once; the address follows after a pause, so that it is neither written
 * nor asked for letter by letter. What changes in the address by other means, such as Back, comes into the box.
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

  const settle = (value: string) => {
    setText(value);
    setWritten(value);
    if (value !== inAddress) latest.current(value);
  };
  useEffect(() => {
    if (text === written) return;
    const timer = setTimeout(() => {
      setWritten(text);
      latest.current(text);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, written]);

  /** The text of the box, for a change of the address that includes it: cancels the delayed one. */
  const settled = () => {
    setWritten(text);
    return text;
  };
  return { text, setText, settle, settled };
}
