import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { stubMedia } from '#tests/setup/browser-parts.ts';
import { Composer } from './composer.tsx';

function setup(peerId = 'ben') {
  const onSend = vi.fn();
  const onTyping = vi.fn();
  const view = render(<Composer ownId="me" conversation={peerId} to="Ben" onSend={onSend} onTyping={onTyping} />);
  return {
    ...view,
    onSend,
    onTyping,
    user: userEvent.setup(),
    area: screen.getByLabelText<HTMLTextAreaElement>('Message Ben'),
  };
}

it('sends on Enter, keeps Shift+Enter for a new line, and reports typing at intervals and its end once', async () => {
  const { user, area, onSend, onTyping } = setup();
  await user.type(area, 'one{Shift>}{Enter}{/Shift}two');
  expect(onTyping.mock.calls).toEqual([[true]]);
  await user.type(area, '{Enter}');
  expect(onSend.mock.calls).toEqual([['one\ntwo']]);
  expect(area.value).toBe('');
  expect(onTyping.mock.calls).toEqual([[true], [false]]);
});

it('never sends while an input method composes', () => {
  const { area, onSend } = setup();
  fireEvent.change(area, { target: { value: 'にほん' } });
  fireEvent.keyDown(area, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 229 });
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 13 });
  expect(onSend).toHaveBeenCalledOnce();
});

it('swaps Enter for Ctrl+Enter when the user wants it so', async () => {
  localStorage.setItem('dotcode:preferences', JSON.stringify({ enterSends: false }));
  const { user, area, onSend } = setup();
  await user.type(area, 'hello{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  await user.type(area, '{Control>}{Enter}{/Control}');
  expect(onSend).toHaveBeenCalledOnce();
});

it('takes Enter for a new line on touch, where the button sends', async () => {
  stubMedia('coarse');
  const { user, area, onSend } = setup();
  expect(area.getAttribute('enterkeyhint')).toBe('enter');
  await user.type(area, 'one{Enter}two{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend.mock.calls).toEqual([['one\ntwo']]);
  await user.type(area, 'a keyboard is attached{Control>}{Enter}{/Control}');
  expect(onSend).toHaveBeenCalledTimes(2);
});

it('takes Enter inside an open fence for a new line of the code, and sends once the fence is closed', async () => {
  const { user, area, onSend } = setup();
  await user.type(area, '```ts{Enter}const a = 1;{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  expect(area.getAttribute('enterkeyhint')).toBe('enter');
  await user.type(area, '```{Enter}');
  expect(onSend.mock.calls).toEqual([['```ts\nconst a = 1;\n```']]);
  await user.type(area, '```{Enter}half{Control>}{Enter}{/Control}');
  expect(onSend).toHaveBeenLastCalledWith('```\nhalf');
});

it('keeps a draft per person, and forgets it when it is sent', async () => {
  const first = setup();
  await first.user.type(first.area, 'half a thou');
  first.unmount();
  const other = setup('eve');
  expect(other.area.value).toBe('');
  other.unmount();
  const again = setup();
  expect(again.area.value).toBe('half a thou');
  await again.user.type(again.area, 'ght{Enter}');
  expect(again.onSend).toHaveBeenCalledWith('half a thought');
  again.unmount();
  expect(setup().area.value).toBe('');
});

it('sends nothing that is empty or too long, and says by how much', async () => {
  const { user, area, onSend } = setup();
  await user.type(area, '   {Enter}');
  fireEvent.change(area, { target: { value: '🎉'.repeat(1850) } });
  expect(screen.queryByText('150 characters left')).not.toBeNull();
  fireEvent.change(area, { target: { value: '🎉'.repeat(2003) } });
  expect(screen.queryByText('3 characters too many')).not.toBeNull();
  fireEvent.keyDown(area, { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
  expect(area.value).toBe('🎉'.repeat(2003));
});
