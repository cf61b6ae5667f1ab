import { render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { lazyPart } from './lazy-part.ts';

type Load = () => Promise<ComponentType<{ name: string }>>;

const notFetched = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/part-1a2b3c.js');
const Part = ({ name }: { name: string }) => <p>Part {name}</p>;

function show(load: Load) {
  const Lazy = lazyPart(load);
  render(
    <Suspense fallback={<p>On its way</p>}>
      <Lazy name="one" />
    </Suspense>,
  );
}

it('comes by itself once its code can be fetched', async () => {
  const load = vi.fn<Load>().mockRejectedValueOnce(notFetched).mockResolvedValue(Part);
  show(load);
  await screen.findByText('On its way');
  await screen.findByText('Part one');
  expect(load).toHaveBeenCalledTimes(2);
});

it('comes at once when the network is back', async () => {
  const load = vi.fn<Load>().mockRejectedValue(notFetched);
  show(load);
  await waitFor(() => expect(load).toHaveBeenCalled());
  load.mockResolvedValue(Part);
  window.dispatchEvent(new Event('online'));
  await screen.findByText('Part one');
});
