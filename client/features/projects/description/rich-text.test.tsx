import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ForeignPictures } from '#client/ui/picture/foreign-pictures.ts';
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

it('loads a picture of another site on a press only, where faces wait for one, too', async () => {
  const user = userEvent.setup();
  function Page() {
    const [loaded, setLoaded] = useState('');
    const rule = { mayLoad: (src: string) => src === loaded, load: setLoaded };
    return (
      <ForeignPictures value={rule}>
        <RichText source="![A plan](https://pictures.example/plan.png)" />
      </ForeignPictures>
    );
  }
  render(<Page />);
  const press = await screen.findByRole('button', { name: 'Load picture: A plan' });
  expect(document.querySelector('img')).toBeNull();
  await user.click(press);
  expect((await screen.findByRole('img', { name: 'A plan' })).getAttribute('src')).toBe(
    'https://pictures.example/plan.png',
  );
  expect(document.activeElement?.querySelector('img')).not.toBeNull();
});

it('inserts no active content into the page', async () => {
  render(<RichText source={'<img src=x onerror="window.fired=1"><script>window.fired=1</script><p>safe</p>'} />);
  await screen.findByText('safe');
  expect(document.querySelector('script, img')).toBeNull();
  expect('fired' in window).toBe(false);
});
