import './rich-text.css';
import { useContext, useEffect, useRef, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { ahead } from '#client/dom/retry/lazy-part.ts';
import { loadCode } from '#client/dom/retry/load-code.ts';
import { useStable } from '#client/dom/use-stable.ts';
import { highlightWhenNear, languageOf } from '#client/ui/code/highlight-when-near.ts';
import { ForeignPictures } from '#client/ui/picture/foreign-pictures.ts';
import { StackedBones } from '#client/ui/state/skeleton.tsx';

const loadRenderer = ahead(() => import('./render-markdown.ts'));

interface Props {
  source: string;
  /** Written by the viewer, who has chosen its pictures: they load from anywhere. */
  isOwn?: boolean;
  onShown?: () => void;
}

/**
 * Shows Markdown. The renderer is loaded on first use; while that fails, the text is shown as typed.
 * The rendered nodes are inserted as they are, without an HTML string.
 */
export function RichText({ source, isOwn = false, onShown }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'plain'>('loading');
  const pictures = useContext(ForeignPictures);

  useEffect(() => {
    let stale = false;
    const show = async () => {
      const { renderMarkdown } = await loadCode(loadRenderer, () => {
        if (!stale) setState('plain');
      });
      if (stale || !box.current) return;
      const fragment = renderMarkdown(source, isOwn ? undefined : pictures.mayLoad);
      for (const pre of fragment.querySelectorAll('pre')) frameCode(pre);
      for (const button of fragment.querySelectorAll<HTMLElement>('[data-picture]'))
        button.addEventListener('click', () => pictures.load?.(button.dataset.picture ?? ''));
      const hadFocus = box.current.contains(document.activeElement);
      box.current.replaceChildren(fragment);
      // A pressed button has given way to its picture.
      if (hadFocus) box.current.focus({ preventScroll: true });
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
  }, [source, isOwn, pictures]);

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
      <div ref={box} tabIndex={-1} dir="auto" className="prose" hidden={state !== 'ready'} />
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
