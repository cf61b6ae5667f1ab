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
