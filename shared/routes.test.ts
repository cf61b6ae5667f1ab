import { describe, expect, it } from 'vitest';
import { clientRoutes, matchClientRoute, to } from './routes.ts';

describe('matchClientRoute', () => {
  it('finds every route of the table by the link that leads to it', () => {
    for (const name of Object.keys(clientRoutes) as (keyof typeof clientRoutes)[]) {
      expect(matchClientRoute(to[name]('an id/with?signs')), name).toEqual(clientRoutes[name]);
    }
  });

  it('prefers the static segment: /profile/edit is not a user called edit', () => {
    expect(matchClientRoute('/profile/edit')).toEqual(clientRoutes.editProfile);
  });

  it('allows one trailing slash and any case', () => {
    expect(matchClientRoute('/Feed/')).toEqual(clientRoutes.feed);
  });

  it.each(['/nope', '/feed//', '/profile/a/b', '/project/view/', '//feed'])('does not know %s', (path) => {
    expect(matchClientRoute(path)).toBeUndefined();
  });
});
