import { useSearchParams } from 'react-router-dom';

/** What the address holds behind its question mark, and how to change parts of it in place: '' takes a part out. */
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
