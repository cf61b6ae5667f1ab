import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { useKeptFocus } from './focus.ts';

/** "Accept" is replaced by "Message", in these steps, in the course of which a dialog opens. */
function Group({ steps }: { steps: readonly (readonly string[])[] }) {
  const group = useRef<HTMLDivElement>(null);
  const [state, setState] = useState('received');
  const [isOpen, setOpen] = useState(false);
  const { pressed } = useKeptFocus(group, state);
  const take = ([step, ...later]: typeof steps) => {
    for (const change of step ?? [])
      if (change === 'dialog') setOpen(true);
      else setState(change);
    if (later.length > 0) setTimeout(() => take(later));
  };
  const accept = () => {
    pressed();
    take(steps);
  };
  return (
    <>
      <div ref={group} tabIndex={-1}>
        {state === 'received' && (
          <button type="button" onClick={accept}>
            Accept
          </button>
        )}
        {state === 'none' && <button type="button">Interested</button>}
        {state === 'connected' && <a href="/chat">Message</a>}
      </div>
      {isOpen && (
        <Dialog
          title="Connected"
          onClose={() => setOpen(false)}
          actions={
            <button type="button" onClick={() => setOpen(false)}>
              Later
            </button>
          }
        />
      )}
    </>
  );
}

it.each([
  ['together with the new control', [['connected', 'dialog']]],
  ['before the new control comes', [['dialog'], ['connected']]],
  ['between two changes of the controls', [['none'], ['dialog'], ['connected']]],
])('focuses the new control when the dialog is closed that opened %s', async (_when, steps) => {
  render(<Group steps={steps} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  const message = await screen.findByText('Message');
  const later = screen.getByRole('button', { name: 'Later' });
  expect(document.activeElement).toBe(later);
  await user.click(later);
  await waitFor(() => expect(document.activeElement).toBe(message));
});
