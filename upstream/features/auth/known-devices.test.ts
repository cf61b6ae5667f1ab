import type { Request, Response } from 'express';
import { beforeEach, expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { createKnownDevices } from './known-devices.ts';

let now: number;
/** The browser's cookie. */
let cookie: string | undefined;
beforeEach(() => {
  [now, cookie] = [1_800_000_000_000, undefined];
});

const devicesOf = (secret: string) => createKnownDevices({ secret, config: {} as never, now: () => now });
const devices = devicesOf('ours');
const req = () => ({ headers: cookie === undefined ? {} : { cookie: `device=${cookie}` } }) as Request;
const res = {
  cookie(_name: string, value: string) {
    cookie = value;
  },
  clearCookie() {
    cookie = undefined;
  },
} as unknown as Response;
const owner = (name: string, passwordVersion = 1) => ({
  accountKey: `${name}@mail.test`,
  passwordVersion,
  isUnverified: false,
});
const logIn = (name: string) => devices.remember(req(), res, owner(name));
const knows = (name: string, passwordVersion?: number) => devices.isKnown(req(), owner(name, passwordVersion));

it('a device knows the accounts that have signed in at it, and no others, without naming them', () => {
  for (const name of ['ada', 'ben']) logIn(name);
  expect(['ada', 'ben', 'cleo'].map((name) => knows(name))).toEqual([true, true, false]);
  expect(Buffer.from(cookie ?? '', 'base64url').toString('latin1')).not.toContain('mail.test');
});

it('a device knows an account for 180 days, and no more once its password has changed', () => {
  logIn('ada');
  expect(knows('ada', 2)).toBe(false);
  now += 179 * day;
  expect(knows('ada')).toBe(true);
  now += day;
  expect(knows('ada')).toBe(false);
});

it('a device keeps the eight accounts that signed in last', () => {
  for (let i = 0; i < 10; i++) logIn(`${i}`);
  expect(Array.from({ length: 10 }, (_, i) => knows(`${i}`))).toEqual([false, false, ...Array(8).fill(true)]);
  expect(cookie?.length).toBeLessThan(1500);
});

it('a device forgets an account that is deleted, and its cookie ends with the last one', () => {
  for (const name of ['ada', 'ben']) logIn(name);
  devices.forget(req(), res, 'ada@mail.test');
  expect(['ada', 'ben'].map((name) => knows(name))).toEqual([false, true]);
  devices.forget(req(), res, 'ben@mail.test');
  expect(cookie).toBeUndefined();
});

it('a cookie that was changed, made up or encrypted with another secret makes no device known', () => {
  logIn('ada');
  const mine = cookie ?? '';
  devicesOf('another').remember(req(), res, owner('ada'));
  const theirs = cookie ?? '';
  const changed = `${mine[0] === 'A' ? 'B' : 'A'}${mine.slice(1)}`;
  for (const forged of [theirs, changed, mine.slice(0, -4), mine.replace(/.{4}$/, 'AAAA'), 'x', '']) {
    cookie = forged;
    expect(knows('ada'), forged).toBe(false);
  }
  cookie = mine;
  expect(knows('ada')).toBe(true);
});
