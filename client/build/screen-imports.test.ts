import { describe, expect, it } from 'vitest';
import { clientRoutes } from '#shared/routes.ts';
import { importsOf, screenImports } from './screen-imports.ts';

it('each route has the page that its row imports, and the module of its first calls', () => {
  expect(Object.keys(screenImports).sort()).toEqual(Object.keys(clientRoutes).sort());
  expect(screenImports).toMatchObject({
    landing: ['features/landing/landing-page.tsx'],
    error: ['app/errors/error-view.tsx'],
    chat: ['features/chat/chat-page.tsx', 'app/screen-loaders.ts'],
  });
});

describe('a table', () => {
  const rows = Object.keys(clientRoutes).map((name) => `${name}: screen(() => import('#client/${name}.tsx')),`);

  it('may be written in any form, as long as each row imports something', () => {
    const { feed, error } = importsOf(`export const screens: Rows = { ${rows.join('\n')} } as const;`);
    expect([feed, error]).toEqual([['feed.tsx'], ['error.tsx']]);
  });

  it('without an import for a route is an error of the build', () => {
    expect(() => importsOf(`const screens = { ${rows.slice(1).join('\n')} };`)).toThrow("for the route 'landing'");
  });
});
