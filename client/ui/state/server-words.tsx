/** The server's own words, where the message above them is a sentence of ours. */
export function ServerWords({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <details className="mt-1 w-full text-start text-small">
      <summary className="cursor-pointer font-semibold">Details</summary>
      <p className="mt-1 max-h-40 overflow-auto font-mono text-micro break-words whitespace-pre-wrap">{words}</p>
    </details>
  );
}
