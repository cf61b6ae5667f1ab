import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { useUpload } from './use-upload.ts';

const whole = { x: 0, y: 0, width: 100, height: 100 };

it('a picture that cannot be cut is a problem that can be tried again, and is not sent', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 2000, height: 1000, close: () => undefined }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null;
      convertToBlob = () => Promise.reject(new DOMException('No memory', 'EncodingError'));
    },
  );
  const send = vi.fn(async () => 'https://page.test/picture');
  const sent = vi.fn();
  const { result } = renderHook(() => useUpload(send, sent));
  await act(() => result.current.choose(new File(['x'], 'a.png', { type: 'image/png' })));
  expect(result.current.step.at).toBe('cutting');
  await act(() => result.current.cut(whole));
  expect(result.current.step).toMatchObject({ at: 'rest', problem: expect.stringMatching(/./) });
  expect(send).not.toHaveBeenCalled();

  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null;
      convertToBlob = async () => new Blob(['cut']);
    },
  );
  const { step } = result.current;
  await act(async () => step.at === 'rest' && step.retry?.());
  await waitFor(() => expect(sent).toHaveBeenCalledWith('https://page.test/picture'));
});
