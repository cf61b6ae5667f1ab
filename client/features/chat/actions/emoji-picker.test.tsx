import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { EmojiPicker } from './emoji-picker.tsx';

function open() {
  const onChoose = vi.fn();
  render(<EmojiPicker onChoose={onChoose} />);
  return { onChoose, user: userEvent.setup(), field: screen.getByRole('searchbox', { name: 'Find an emoji' }) };
}

it('shows one kind at a time; finds by every word of the name, and Enter takes the first', async () => {
  const { user, field, onChoose } = open();
  await user.click(screen.getByRole('button', { name: 'Flags' }));
  expect(screen.getByRole('grid', { name: 'Flags' })).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'grinning face' })).toBeNull();
  await user.type(field, 'face joy');
  expect(within(screen.getByRole('grid')).getByRole('button', { name: 'face with tears of joy' })).not.toBeNull();
  await user.clear(field);
  await user.type(field, 'rocket{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('🚀');
  await user.clear(field);
  await user.type(field, 'zzz');
  expect(screen.queryByText('No emoji of that name.')).not.toBeNull();
});

it('is gone through with arrow keys, one stop for Tab', async () => {
  const { user, onChoose } = open();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  const focused = () => document.activeElement?.getAttribute('aria-label');
  expect(focused()).toBe('grinning face with big eyes');
  const row = document.activeElement?.closest('[role=row]') as HTMLElement;
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.closest('[role=row]')).toBe(row.nextElementSibling);
  await user.keyboard('{ArrowUp}{Enter}');
  expect(onChoose).toHaveBeenCalledWith('😃');
  const stops = within(screen.getByRole('grid'))
    .getAllByRole('button')
    .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops).toHaveLength(1);
});
