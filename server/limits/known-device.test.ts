import { describe, expect, it } from 'vitest';
import { KnownDevices, remembersDevice } from './known-device.ts';

describe('a known device', () => {
  it('is known again by its cookie, for the accounts that have signed in there', async () => {
    const devices = new KnownDevices('a secret of the test');
    const line = await devices.remember(undefined, 'ann', true);
    expect(line).toMatch(/^device=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/);
    expect(await devices.remember(undefined, 'ann', false)).not.toContain('Secure');
    const device = await devices.read(line.slice(0, line.indexOf(';')));
    expect(await devices.hasSignedIn(device, 'ann')).toBe(true);
    expect(await devices.hasSignedIn(device, 'ben')).toBe(false);
    expect(await devices.hasSignedIn(undefined, 'ann')).toBe(false);
    expect(await new KnownDevices('another secret').read(line.slice(0, line.indexOf(';')))).toBeUndefined();
  });
});

describe('remembersDevice', () => {
  it.each([
    [['Set-Cookie', 'device=abc; Path=/'], true],
    [['X-A', 'b', 'SET-COOKIE', 'device=abc'], true],
    [['Set-Cookie', 'token=abc', 'Set-Cookie', 'device=abc'], true],
    [['Set-Cookie', 'other-device=abc'], false],
    [['Set-Cookie', 'token=device='], false],
    [['X-Note', 'device=abc'], false],
    [['device=abc', 'Set-Cookie'], false],
    [[], false],
  ])('reads the headers %o as %s', (rawHeaders, expected) => {
    expect(remembersDevice(rawHeaders)).toBe(expected);
  });
});
