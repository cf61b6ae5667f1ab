import { render, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { expect, it } from 'vitest';
import { installBrowserParts } from '#client/test-support.tsx';
import { AppToaster } from './app-toaster.tsx';

installBrowserParts();

it('what was said before the toaster was loaded is shown once it is, and what was taken back is not', async () => {
  toast.success('You are connected');
  toast('Interested sent to Ana', { id: 'decision', action: { label: 'Undo', onClick: () => undefined } });
  toast('Taken back', { id: 'gone' });
  toast.dismiss('gone');
  render(<AppToaster />);
  await screen.findByText('Interested sent to Ana');
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeNull();
  expect(screen.getByText('You are connected').closest('[data-sonner-toast]')?.getAttribute('data-type')).toBe(
    'success',
  );
  expect(screen.queryByText('Taken back')).toBeNull();
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(2);
});
