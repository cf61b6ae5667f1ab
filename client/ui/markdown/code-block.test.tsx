import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CodeBlock } from './code-block.tsx';

it.each([
  ['tsx', 'const a = <b>{1}</b>;'],
  ['html', '<script>alert(1)</script>'],
  ['cpp', 'int main() { return 0; }'],
])('colours %s and keeps every character', async (language, code) => {
  const { container } = render(<CodeBlock code={code} language={language} />);
  await expect.poll(() => container.querySelector('code > span[class^="hljs-"]')).not.toBeNull();
  expect(container.querySelector('code')?.textContent).toBe(code);
  expect(container.querySelector('code :not(span)')).toBeNull();
});

it.each([
  ['klingon', 'whatever'],
  ['js', 'let a = 1;'.repeat(2000)],
])('leaves an unknown language and very long code plain: %s', async (language, code) => {
  const { container } = render(<CodeBlock code={code} language={language} />);
  await expect.poll(() => container.querySelector(`code.language-${language}`)).not.toBeNull();
  expect(container.querySelector('code')?.children.length).toBe(0);
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
  const { unmount } = render(<CodeBlock code={Array.from({ length: 20 }, String).join('\n')} language="" folds />);
  expect(screen.queryByRole('button', { name: /Show/ })).toBeNull();
  unmount();
  render(<CodeBlock code={Array.from({ length: 54 }, (_, line) => `line ${line}`).join('\n')} language="" folds />);
  const more = screen.getByRole('button', { name: 'Show 40 more lines' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await user.click(more);
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
});
