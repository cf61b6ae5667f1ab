import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { CodeBlock } from './message-text.tsx';

/** Everything is near the window at once. */
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: { isIntersecting: boolean; target: Element }[]) => void;
      constructor(tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
        this.#tell = tell;
      }
      observe(target: Element) {
        this.#tell([{ isIntersecting: true, target }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  return () => void vi.unstubAllGlobals();
});

it('colours a fence by its language, and again after the message was edited', async () => {
  const { rerender, container } = render(<CodeBlock code="const a = 1;" language="ts" />);
  await expect.poll(() => container.querySelector('.hljs-keyword')?.textContent).toBe('const');
  rerender(<CodeBlock code={'let b: string;\nlet c;'} language="ts" />);
  await expect.poll(() => container.querySelectorAll('.hljs-keyword').length).toBe(2);
  expect(container.querySelector('code')?.textContent).toBe('let b: string;\nlet c;');
});

it('folds more than twenty lines, and shows them at a press', async () => {
  const user = userEvent.setup();
  render(<CodeBlock code={Array.from({ length: 54 }, (_, line) => `line ${line}`).join('\n')} language="" />);
  const more = screen.getByRole('button', { name: 'Show 40 more lines' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await user.click(more);
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
});

it('does not fold twenty lines', () => {
  render(<CodeBlock code={Array.from({ length: 20 }, String).join('\n')} language="" />);
  expect(screen.queryByRole('button', { name: /Show/ })).toBeNull();
});
