import dns from 'node:dns';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRoundRobinLookup } from './upstream.ts';

let known: dns.LookupAddress[];
beforeEach(() => {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    _options: object,
    callback: (...args: unknown[]) => void,
  ) =>
    known.length > 0 ? callback(null, known) : callback(new Error('no such name'))) as unknown as typeof dns.lookup);
});
afterEach(() => vi.restoreAllMocks());

function addresses(lookup: ReturnType<typeof createRoundRobinLookup>): Promise<string[]> {
  return new Promise((resolve, reject) =>
    lookup('upstreams', { all: true }, (error, found) =>
      error ? reject(error) : resolve((found as dns.LookupAddress[]).map(({ address }) => address)),
    ),
  );
}

it('begins with another address of the name each time, and offers all of them', async () => {
  known = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((address) => ({ address, family: 4 }));
  const lookup = createRoundRobinLookup();
  expect(await addresses(lookup)).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
  expect(await addresses(lookup)).toEqual(['10.0.0.2', '10.0.0.3', '10.0.0.1']);
  expect(await addresses(lookup)).toEqual(['10.0.0.3', '10.0.0.1', '10.0.0.2']);
  const single = new Promise((resolve) => lookup('upstreams', {}, (_error, address) => resolve(address)));
  expect(await single).toBe('10.0.0.1');
});

it('keeps the family that the resolver prefers in front', async () => {
  known = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  const lookup = createRoundRobinLookup();
  for (let i = 0; i < 3; i += 1) expect(await addresses(lookup)).toEqual(['::1', '127.0.0.1']);
});

it('passes on that a name is not known', async () => {
  known = [];
  await expect(addresses(createRoundRobinLookup())).rejects.toThrow('no such name');
});
