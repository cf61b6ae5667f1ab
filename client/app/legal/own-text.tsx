import { useEffect, useState } from 'react';
import { RichText } from '#client/features/projects/description/rich-text.tsx';
import { Button } from '#client/ui/button.tsx';

type Loaded = { text: string } | 'loading' | 'failed';

/** The operator's own text, which the gateway serves as Markdown. */
export function OwnText({ path }: { path: string }) {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` counts the attempts
  useEffect(() => {
    const gone = new AbortController();
    loadText(path, gone.signal).then(
      (text) => setLoaded({ text }),
      () => {
        if (!gone.signal.aborted) setLoaded('failed');
      },
    );
    return () => gone.abort();
  }, [path, turn]);

  const again = () => {
    setLoaded('loading');
    setTurn(turn + 1);
  };
  if (loaded === 'loading') return <p role="status">Loading the text…</p>;
  if (loaded === 'failed')
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2">
        <p>The text could not be loaded.</p>
        <Button onClick={again}>Try again</Button>
      </div>
    );
  return <RichText source={loaded.text} />;
}

async function loadText(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}
