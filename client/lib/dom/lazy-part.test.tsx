import { render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

type Load = () => Promise<ComponentType<{ name: string }>>;

const notFetched = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/part-1a2b3c.js');
const Part = ({ name }: { name: string }) => <p>Part {name}</p>;

it('comes by itself once its code can be fetched', async () => {
  const load = vi.fn<Load>().mockRejectedValueOnce(notFetched).mockResolvedValue(Part);
  const Lazy = lazyPart(load);
  render(
    <Suspense fallback={<p>On its way</p>}>
      <Lazy name="one" />
    </Suspense>,
  );
  await screen.findByText('On its way');
  await screen.findByText('Part one');
  expect(load).toHaveBeenCalledTimes(2);
});
