import { describe, expect, it } from 'vitest';
import { KnownDevices, remembersDevice } from './known-device.ts';

describe('a known device', () => {
  it('is known again by its cookie, for the accounts that have signed in there', async () => {
    const devices = new KnownDevices('a secret of the test');
    const line = await devices.remember(undefined, 'ann', true);
    expect(line).toMatch(/^device=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/);
    expect(await devices.remember(undefined, 'ann', false)).not.toContain('Secure');
    const cookie = line.slice('device='.length, line.indexOf(';'));
    const device = await devices.read({ device: cookie });
    expect(await devices.hasSignedIn(device, 'ann')).toBe(true);
    expect(await devices.hasSignedIn(device, 'ben')).toBe(false);
    expect(await devices.hasSignedIn(undefined, 'ann')).toBe(false);
    expect(await new KnownDevices('another secret').read({ device: cookie })).toBeUndefined();
  });

  it('is known after SECRET was changed, as long as the one before is named', async () => {
    const cookieOf = (line: string) => ({ device: line.slice('device='.length, line.indexOf(';')) });
    const old = cookieOf(await new KnownDevices('old').remember(undefined, 'ann', true));
    const both = new KnownDevices('new', 'old');
    const device = await both.read(old);
    expect(await both.hasSignedIn(device, 'ann')).toBe(true);
    // The next login signs the cookie anew.
    const renewed = cookieOf(await both.remember(device, 'ann', true));
    const later = new KnownDevices('new');
    expect(await later.hasSignedIn(await later.read(renewed), 'ann')).toBe(true);
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
