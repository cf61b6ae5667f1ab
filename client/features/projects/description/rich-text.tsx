import './rich-text.css';
import { useEffect, useRef, useState } from 'react';
import { ahead } from '#client/dom/again/lazy-part.ts';
import { loadAgain } from '#client/dom/again/load-again.ts';
import { announce } from '#client/dom/focus/announce.ts';
import { useStable } from '#client/dom/use-stable.ts';
import { StackedBones } from '#client/ui/state/skeleton.tsx';

const loadRenderer = ahead(() => import('./render-markdown.ts'));

/**
 * Shows Markdown. The renderer is loaded on first use; while that fails, the text is shown as typed.
 * The rendered nodes are inserted as they are, without an HTML string.
 */
export function RichText({ source, onShown }: { source: string; onShown?: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'plain'>('loading');

  useEffect(() => {
    let stale = false;
    const show = async () => {
      const { renderMarkdown } = await loadAgain(loadRenderer, () => {
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

const languageOf = (code: Element) => /language-(\S+)/.exec(code.className)?.[1]?.toLowerCase();

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

/** The first thirty blocks only, so that a page full of code does not block the browser. */
const mostBlocks = 30;

/** Highlights code when it comes near the window, with the highlighter that is loaded then. Returns how to stop it. */
function highlightWhenNear(root: HTMLElement): (() => void) | undefined {
  const blocks = [...root.querySelectorAll<HTMLElement>('pre code')].filter(languageOf).slice(0, mostBlocks);
  if (blocks.length === 0) return undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        void highlight(target as HTMLElement);
      }
    },
    { rootMargin: '50%' },
  );
  for (const code of blocks) observer.observe(code);
  return () => observer.disconnect();
}

async function highlight(code: HTMLElement): Promise<void> {
  try {
    const { highlightCode } = await loadAgain(() => import('./highlight-code.ts'));
    await highlightCode(code, languageOf(code) ?? '');
  } catch {
    // The code stays plain.
  }
}
