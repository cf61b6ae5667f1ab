import { expect, it } from 'vitest';
import { type ClientRoute, clientRoutes, to } from '#shared/routes.ts';
import { screenName } from './screen-names.ts';

it('names every screen of members but the feed and the one of moderators, so that a link to it is offered after the login', () => {
  const nameless = Object.values(clientRoutes)
    .filter(({ access }) => access === 'authenticated')
    .filter(({ path }: ClientRoute) => screenName(path.replace(/:\w+/, 'p1')) === undefined);
  expect(nameless).toEqual([clientRoutes.feed, clientRoutes.moderation]);
});

it('names the screen of an address with a query', () => {
  expect(screenName(`${to.room('p1')}?at=m1`)).toBe('the team chat you opened');
});
