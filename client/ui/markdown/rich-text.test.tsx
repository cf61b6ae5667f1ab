import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';

it('renders Markdown, highlights fenced code, and copies it', async () => {
  const user = userEvent.setup();
  render(<RichText source={'# Aim\n\n```ts\nconst a = 1;\n```'} />);
  await screen.findByRole('heading', { name: 'Aim', level: 3 });
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
