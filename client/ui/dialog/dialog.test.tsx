import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { Popover } from './popover.tsx';

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog');

it('the dialog that must not close stays, although the browser closes it', async () => {
  const onClose = vi.fn();
  render(<Dialog title="Your session has ended" dismissible={false} onClose={onClose} />);
  expect(dialog().getAttribute('closedby')).toBe('none');
  // As Chromium does at the second Escape without a press in between.
  dialog().close();
  await expect.poll(() => dialog().open).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

it('a dialog whose owner keeps it open is open again, and one that was closed stays closed', async () => {
  function Page({ keeps }: { keeps: boolean }) {
    const [isOpen, setOpen] = useState(true);
    return isOpen && <Dialog title="Report" onClose={() => setOpen(keeps)} />;
  }
  const { unmount } = render(<Page keeps />);
  fireEvent(dialog(), new Event('cancel'));
  dialog().close();
  await expect.poll(() => dialog().open).toBe(true);
  unmount();
  render(<Page keeps={false} />);
  fireEvent(dialog(), new Event('cancel'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each(['{Escape}', '{Alt>}{ArrowUp}{/Alt}', '{Control>}{Enter}{/Control}'])(
  'the key %s belongs to the dialog or the panel that has the focus',
  async (keys) => {
    const onKeyDown = vi.fn();
    const inside = vi.fn();
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: a screen with keys of its own
      <div onKeyDown={onKeyDown}>
        <Popover label="More" trigger="…" panelLabel="More" panelClassName="">
          {() => <button type="button">Item</button>}
        </Popover>
        <Dialog title="Report" onClose={() => undefined}>
          <textarea data-autofocus onKeyDown={inside} />
        </Dialog>
      </div>,
    );
    const user = userEvent.setup();
    await user.keyboard(keys);
    expect(inside).toHaveBeenCalled();
    screen.getByText('Item').focus();
    await user.keyboard(keys);
    expect(onKeyDown).not.toHaveBeenCalled();
  },
);
