import { screen } from '@testing-library/react';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { untilDrawable } from './first-drawing.ts';

/** Longer than React draws without a pause for other tasks, in milliseconds. */
const sliceMs = 20;

it('the screen is shown when its code comes late, while the loading text is being drawn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const code = Promise.withResolvers<() => string>();
  const router = createMemoryRouter([
    { path: '/', lazy: { Component: () => code.promise }, hydrateFallbackElement: <p>Loading</p> },
  ]);
  const drawable = untilDrawable(router, async () => undefined);
  await vi.advanceTimersByTimeAsync(2000);
  await drawable;
  vi.useRealTimers();
  const CodeComes = () => {
    code.resolve(() => 'The screen');
    const start = performance.now();
    while (performance.now() - start < sliceMs);
    return null;
  };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  startTransition(() =>
    root.render(
      <>
        <RouterProvider router={router} />
        <CodeComes />
        <CodeComes />
      </>,
    ),
  );
  await waitFor(() => expect(screen.queryByText('The screen')).not.toBeNull());
  expect(screen.queryByText('Loading')).toBeNull();
});
