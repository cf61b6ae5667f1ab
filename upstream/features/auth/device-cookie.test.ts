import { describe, expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { createDeviceCookies, type Device } from './device-cookie.ts';

const now = 1_800_000_000_000;
const key = (byte: number) => Buffer.alloc(32, byte);
const of = (key: string, state = '1') => ({ key, state });

describe('device cookies', () => {
  const cookies = createDeviceCookies(key(1));
  const issue = (device: Device | undefined, account: string, state?: string) =>
    cookies.issue(device, of(account, state), now);
  const read = (value: string | undefined): Device => {
    const device = cookies.read(value ?? '');
    if (!device) throw new Error('the cookie was not read');
    return device;
  };
  const knows = (device: Device, account: string, state?: string, at = now) =>
    cookies.knows(device, of(account, state), at);

  it('know the accounts that have signed in at the device, and no others', () => {
    const first = read(issue(undefined, 'ada@mail.test'));
    const second = read(issue(first, 'ben@mail.test'));
    expect(second.id).toBe(first.id);
    expect(['ada', 'ben', 'cleo'].map((name) => knows(second, `${name}@mail.test`))).toEqual([true, true, false]);
  });

  it('know an account for 180 days, and no more once it is in another state', () => {
    const device = read(issue(undefined, 'ada@mail.test'));
    expect(knows(device, 'ada@mail.test', '1', now + 179 * day)).toBe(true);
    expect(knows(device, 'ada@mail.test', '1', now + 180 * day)).toBe(false);
    expect(knows(device, 'ada@mail.test', '2')).toBe(false);
  });

  it('keep the eight accounts that signed in last', () => {
    let device: Device | undefined;
    for (let i = 0; i < 10; i++) device = read(issue(device, `${i}@mail.test`));
    const last = device as Device;
    const known = Array.from({ length: 10 }, (_, i) => knows(last, `${i}@mail.test`));
    expect(known).toEqual([false, false, ...Array(8).fill(true)]);
  });

  it('forget an account that is deleted, and end with the last one', () => {
    const two = read(issue(read(issue(undefined, 'ada@mail.test')), 'ben@mail.test'));
    const left = read(cookies.without(two, 'ada@mail.test'));
    expect(['ada', 'ben'].map((name) => knows(left, `${name}@mail.test`))).toEqual([false, true]);
    expect(cookies.without(left, 'ben@mail.test')).toBeUndefined();
  });

  it('name nobody', () => {
    expect(issue(undefined, 'ada@mail.test')).toMatch(/^[0-9a-f.]+$/);
    expect(issue(undefined, 'ada@mail.test')).not.toBe(issue(undefined, 'ada@mail.test'));
  });

  it('are none when they were changed, made up, or signed with another key', () => {
    const [mine, other] = [issue(undefined, 'ada@mail.test'), issue(undefined, 'b@mail.test')];
    const [id, tag, signature] = mine.split('.');
    const forged = [
      `${id}.${other.split('.')[1]}.${signature}`,
      `${id}.${tag}.${other.split('.')[1]}.${signature}`,
      `${other.split('.')[0]}.${tag}.${signature}`,
      `${id}.${tag}.${'0'.repeat(32)}`,
      `${id}.${tag}`,
      mine.slice(0, -1),
      '',
      createDeviceCookies(key(2)).issue(undefined, of('ada@mail.test'), now),
    ];
    for (const value of forged) expect(cookies.read(value), value).toBeUndefined();
    expect(cookies.read(mine)).toBeDefined();
  });
});
