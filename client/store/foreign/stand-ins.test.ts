import { expect, it } from 'vitest';
import type { Capability } from '#shared/capabilities.ts';
import { standIns } from './stand-ins.ts';

const waysOf = (offered: Capability[], known = true) => standIns((name) => offered.includes(name), known);

it('an upstream without capabilities is stood in for in everything', () => {
  expect(waysOf([])).toEqual({
    notifications: 'waiting',
    chatChoices: undefined,
    muted: 'on this device',
    interest: 'with its creator',
    chatSearch: 'loaded messages',
    deletion: 'by the operator',
  });
});

it('our own upstream needs none of it', () => {
  const all: Capability[] = ['notifications', 'preferences', 'safety.mute', 'projects.interest', 'chat.search'];
  expect(waysOf([...all, 'account', 'account.leaving'])).toEqual({
    notifications: 'stored',
    chatChoices: 'in the account',
    muted: 'in the account',
    interest: 'in the project',
    chatSearch: 'all messages',
    deletion: 'with a way back',
  });
});

it('nothing is said of an upstream that has not answered yet', () => {
  expect(waysOf([], false)).toMatchObject({ muted: undefined, interest: undefined, deletion: undefined });
});

it('with live chats and without preferences, the choices about chats are those of this device', () => {
  expect(waysOf(['chat.live']).chatChoices).toBe('on this device');
});

it('an account that cannot come back is deleted at once', () => {
  expect(waysOf(['account']).deletion).toBe('at once');
});
