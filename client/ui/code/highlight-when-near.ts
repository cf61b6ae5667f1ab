import { loadCode } from '#client/dom/lazy-part.ts';

/** The language that a code element names in its class, as Markdown renderers write it. */
export function languageOf(code: Element): string | undefined {
  return /language-(\S+)/.exec(code.className)?.[1]?.toLowerCase();
}

/** The first thirty blocks only, so that a page full of code does not block the browser. */
const mostBlocks = 30;

/** Highlights code when it comes near the window, with the highlighter that is loaded then. Returns how to stop it. */
export function highlightWhenNear(root: HTMLElement): (() => void) | undefined {
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
    const { highlightCode } = await loadCode(() => import('./highlight-code.ts'));
    await highlightCode(code, languageOf(code) ?? '');
  } catch {
    // The code stays plain.
  }
}
