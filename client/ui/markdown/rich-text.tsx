import './rich-text.css';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '#client/lib/dom/lazy-part.ts';
import { useSlow, useStable } from '#client/lib/dom/use-later.ts';
import { StackedBones } from '#client/ui/state/skeleton.tsx';

const Markdown = lazyPart(async () => (await import('./markdown.tsx')).Markdown);
const MarkdownWithHtml = lazyPart(async () => (await import('./markdown-with-html.tsx')).MarkdownWithHtml);

/** The time of the HTML parser can grow with the square of the tags. With more of them, they are shown as text. */
const maxTags = 1000;

interface Props {
  source: string;
  onShown?: () => void;
}

/** Shows Markdown. The renderer is loaded on first use; while that takes long, the text is shown as typed. */
export function RichText({ source, onShown }: Props) {
  const tags = source.match(/<[a-z!/?]/gi)?.length ?? 0;
  return (
    <Suspense fallback={<NotYet source={source} onShown={onShown} />}>
      <div dir="auto" className="prose">
        {tags > 0 && tags <= maxTags ? <MarkdownWithHtml source={source} /> : <Markdown source={source} />}
      </div>
      <Shown onShown={onShown} />
    </Suspense>
  );
}

function NotYet({ source, onShown }: { source: string; onShown: (() => void) | undefined }) {
  const isSlow = useSlow(true);
  if (!isSlow) return <StackedBones className="gap-3" bones={['h-4 w-full', 'h-4 w-5/6', 'h-4 w-2/3']} />;
  return (
    <>
      <p className="max-w-[68ch] whitespace-pre-wrap" dir="auto">
        {source}
      </p>
      <Shown onShown={onShown} />
    </>
  );
}

function Shown({ onShown }: { onShown: (() => void) | undefined }) {
  const say = useStable(() => onShown?.());
  useEffect(() => say(), [say]);
  return null;
}
