import { describe, expect, it } from 'vitest';
import { day } from '../durations.ts';
import { createDeviceCookies, type Device } from './device-cookie.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);

const of = (key: string, state?: string) => ({ key, ...(state !== undefined && { state }) });

describe('device cookies', () => {
  const cookies = createDeviceCookies(key(1));

  it('know the accounts that have signed in at the device, and no others', async () => {
    const first = await cookies.read(await cookies.issue(undefined, of('ada@mail.test')));
    const second = await cookies.read(await cookies.issue(first, of('ben@mail.test')));
    expect(second?.id).toBe(first?.id);
    if (!second) throw new Error('the cookie was not read');
    expect(await cookies.knows(second, of('ada@mail.test'))).toBe(true);
    expect(await cookies.knows(second, of('ben@mail.test'))).toBe(true);
    expect(await cookies.knows(second, of('cleo@mail.test'))).toBe(false);
  });

  it('know an account for 180 days, and no more once it is in another state', async () => {
    const now = 1_800_000_000_000;
    const device = await cookies.read(await cookies.issue(undefined, of('ada@mail.test', '1'), now));
    if (!device) throw new Error('the cookie was not read');
    expect(await cookies.knows(device, of('ada@mail.test', '1'), now + 179 * day)).toBe(true);
    expect(await cookies.knows(device, of('ada@mail.test'), now + 179 * day)).toBe(true);
    expect(await cookies.knows(device, of('ada@mail.test', '1'), now + 180 * day)).toBe(false);
    expect(await cookies.knows(device, of('ada@mail.test', '2'), now)).toBe(false);
  });

  it('keep the eight accounts that signed in last', async () => {
    let device: Device | undefined;
    for (let i = 0; i < 10; i++) device = await cookies.read(await cookies.issue(device, of(`${i}@mail.test`)));
    if (!device) throw new Error('the cookie was not read');
    const known = await Promise.all(Array.from({ length: 10 }, (_, i) => cookies.knows(device, of(`${i}@mail.test`))));
    expect(known).toEqual([false, false, ...Array(8).fill(true)]);
  });

  it('forget an account that is deleted, and end with the last one', async () => {
    const device = async (value: string | undefined) => {
      const found = await cookies.read(value ?? '');
      if (!found) throw new Error('the cookie was not read');
      return found;
    };
    const one = await device(await cookies.issue(undefined, of('ada@mail.test')));
    const two = await device(await cookies.issue(one, of('ben@mail.test')));
    const left = await device(await cookies.without(two, 'ada@mail.test'));
    expect(await cookies.knows(left, of('ada@mail.test'))).toBe(false);
    expect(await cookies.knows(left, of('ben@mail.test'))).toBe(true);
    expect(await cookies.without(left, 'ben@mail.test')).toBeUndefined();
  });

  it('name nobody', async () => {
    expect(await cookies.issue(undefined, of('ada@mail.test'))).toMatch(/^[0-9a-f.]+$/);
    expect(await cookies.issue(undefined, of('ada@mail.test'))).not.toBe(
      await cookies.issue(undefined, of('ada@mail.test')),
    );
  });

  it('are none when they were changed, made up, or signed with another key', async () => {
    const [mine, other] = [
      await cookies.issue(undefined, of('ada@mail.test')),
      await cookies.issue(undefined, of('b@mail.test')),
    ];
    const [id, tag, signature] = mine.split('.');
    const forged = [
      `${id}.${other.split('.')[1]}.${signature}`,
      `${id}.${tag}.${other.split('.')[1]}.${signature}`,
      `${other.split('.')[0]}.${tag}.${signature}`,
      `${id}.${tag}.${'0'.repeat(32)}`,
      `${id}.${tag}`,
      mine.slice(0, -1),
      '',
      await createDeviceCookies(key(2)).issue(undefined, of('ada@mail.test')),
    ];
    for (const value of forged) expect(await cookies.read(value), value).toBeUndefined();
    expect(await cookies.read(mine)).toBeDefined();
  });
});
