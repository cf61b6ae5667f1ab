import { toast as sonner } from 'sonner';
import { expect, it, vi } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { onFirstToast } from './first-toast.ts';
import { toast } from './toast.ts';

const shown = () => sonner.getToasts().flatMap((each) => ('dismiss' in each ? [] : [each.id]));

it('the first toast brings the toast area, and none is lost or taken back too soon', async () => {
  const bring = vi.fn();
  onFirstToast(bring);
  const off = vi.fn();
  onFirstToast(off)();
  toast.dismissAll('/chat/ana ');
  expect(bring, 'nothing was said that could be taken back').not.toHaveBeenCalled();

  toast('Ana: hello', { id: '/chat/ana message' });
  toast.error('Not sent', { id: '/chat/anastasia message' });
  toast.success('Gone at once', { id: 'gone' });
  toast.dismiss('gone');
  expect(bring).toHaveBeenCalledTimes(1);
  expect(off).not.toHaveBeenCalled();
  await waitFor(() => expect(shown().toSorted()).toEqual(['/chat/ana message', '/chat/anastasia message']));

  toast.dismissAll('/chat/ana ');
  await waitFor(() => expect(shown()).toEqual(['/chat/anastasia message']));
  const late = vi.fn();
  onFirstToast(late);
  expect(late, 'the area is wanted already').toHaveBeenCalledTimes(1);
});
