import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { RichText } from './rich-text.tsx';

afterEach(() => void vi.unstubAllGlobals());

/** A fake IntersectionObserver. Returns how to scroll to everything that is observed. */
function fakeView() {
  const observed = new Set<() => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #onChange: (entries: { isIntersecting: boolean; target: Element }[]) => void;
      constructor(onChange: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
        this.#onChange = onChange;
      }
      observe(target: Element) {
        this.#onChange([{ isIntersecting: false, target }]);
        observed.add(() => this.#onChange([{ isIntersecting: true, target }]));
      }
      unobserve() {}
      disconnect() {
        observed.clear();
      }
    },
  );
  return () => {
    for (const show of observed) show();
  };
}

it('renders Markdown, highlights fenced code once it is near the window, and copies it', async () => {
  const scrollToCode = fakeView();
  const user = userEvent.setup();
  render(<RichText source={'# Aim\n\n```ts\nconst a = 1;\n```'} />);
  await screen.findByRole('heading', { name: 'Aim', level: 3 });
  expect(document.querySelector('.hljs-keyword')).toBeNull();
  scrollToCode();
  await waitFor(() => expect(document.querySelector('.hljs-keyword')?.textContent).toBe('const'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('const a = 1;\n');
  expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeNull();
});

it('follows its source', async () => {
  const { rerender } = render(<RichText source="one" />);
  await screen.findByText('one');
  rerender(<RichText source="two" />);
  await screen.findByText('two');
  expect(screen.queryByText('one')).toBeNull();
});

it('inserts no active content into the page', async () => {
  render(<RichText source={'<img src=x onerror="window.fired=1"><script>window.fired=1</script><p>safe</p>'} />);
  await screen.findByText('safe');
  expect(document.querySelector('script, img')).toBeNull();
  expect('fired' in window).toBe(false);
});
