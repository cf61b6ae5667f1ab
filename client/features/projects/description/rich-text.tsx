import './rich-text.css';
import { useEffect, useRef, useState } from 'react';
import { announce } from '#client/dom/announce.tsx';
import { loadCode } from '#client/dom/lazy-part.ts';
import { useStable } from '#client/dom/use-later.ts';
import { highlightWhenNear, languageOf } from '#client/ui/code/highlight-when-near.ts';
import { StackedBones } from '#client/ui/state/skeleton.tsx';

const loadRenderer = () => import('./render-markdown.ts');

interface Props {
  source: string;
  onShown?: () => void;
}

/**
 * Shows Markdown. The renderer is loaded on first use; while that fails, the text is shown as typed.
 * The rendered nodes are inserted as they are, without an HTML string.
 */
export function RichText({ source, onShown }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'plain'>('loading');

  useEffect(() => {
    let stale = false;
    const show = async () => {
      const { renderMarkdown } = await loadCode(loadRenderer, () => {
        if (!stale) setState('plain');
      });
      if (stale || !box.current) return;
      const fragment = renderMarkdown(source);
      for (const pre of fragment.querySelectorAll('pre')) frameCode(pre);
      box.current.replaceChildren(fragment);
      setState('ready');
      stopHighlighting = highlightWhenNear(box.current);
    };
    let stopHighlighting: (() => void) | undefined;
    show().catch(() => {
      if (!stale) setState('plain');
    });
    return () => {
      stale = true;
      stopHighlighting?.();
    };
  }, [source]);

  const said = useStable(() => onShown?.());
  useEffect(() => {
    if (state !== 'loading') said();
  }, [state, said]);

  return (
    <>
      {state === 'loading' && <StackedBones className="gap-3" bones={['h-4 w-full', 'h-4 w-5/6', 'h-4 w-2/3']} />}
      {state === 'plain' && (
        <p className="max-w-[68ch] whitespace-pre-wrap" dir="auto">
          {source}
        </p>
      )}
      <div ref={box} dir="auto" className="prose" hidden={state !== 'ready'} />
    </>
  );
}

/** Puts the language's name and a Copy button above a code block. */
function frameCode(pre: HTMLElement): void {
  const code = pre.querySelector('code');
  const frame = document.createElement('div');
  frame.className = 'prose-code';
  const bar = document.createElement('div');
  const name = document.createElement('span');
  name.textContent = (code && languageOf(code)) ?? 'code';
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'btn btn-ghost btn-sm';
  copy.textContent = 'Copy';
  copy.addEventListener('click', () => copyCode(copy, pre.textContent));
  bar.append(name, copy);
  pre.replaceWith(frame);
  // Long lines scroll, so the block must be reachable by keyboard.
  pre.tabIndex = 0;
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', `Code, ${name.textContent}`);
  frame.append(bar, pre);
}

async function copyCode(button: HTMLButtonElement, text: string): Promise<void> {
  let said = 'Copied';
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    said = 'Could not copy';
  }
  announce(said);
  button.textContent = said;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}
