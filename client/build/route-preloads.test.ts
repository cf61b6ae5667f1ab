import type { Rollup } from 'vite';
import { describe, expect, it } from 'vitest';
import { clientRoutes } from '#shared/routes.ts';
import { findRoutePreloads, importsOf, screenImports } from './route-preloads.ts';

const chunk = (fileName: string, module: string, more: Partial<Rollup.OutputChunk> = {}) => ({
  type: 'chunk',
  fileName,
  moduleIds: [`/dotcode/client/${module}`],
  imports: [],
  isEntry: false,
  code: '',
  ...more,
});
const bundleOf = (...chunks: ReturnType<typeof chunk>[]) =>
  Object.fromEntries(chunks.map((each) => [each.fileName, each])) as unknown as Rollup.OutputBundle;
const withStyles = { importedCss: new Set(['assets/shared.css']) } as NonNullable<Rollup.OutputChunk['viteMetadata']>;
const bundle = bundleOf(
  chunk('assets/index.js', 'main.tsx', { isEntry: true, imports: ['assets/vendor.js'] }),
  chunk('assets/vendor.js', 'vendor.ts'),
  chunk('assets/start.js', 'app/start/start-app.tsx', { imports: ['assets/vendor.js'] }),
  chunk('assets/shared.js', 'ui/card.tsx', { imports: ['assets/vendor.js'], viteMetadata: withStyles }),
  chunk('assets/shell.js', 'app/shell/shell.tsx', { imports: ['assets/shared.js'], code: 'The largest.' }),
  ...Object.entries(screenImports).flatMap(([name, [screen, ...calls]]) => [
    chunk(`assets/${name}.js`, screen, name === 'feed' ? { imports: ['assets/shared.js', 'assets/vendor.js'] } : {}),
    ...calls.map((module) => chunk(`assets/${name}-calls.js`, module)),
  ]),
);

it('the preloads of a route are its screen, its first calls and, behind the login, the shell, each file once, the largest first', () => {
  const { feed, landing, anyPage } = findRoutePreloads(bundle);
  expect(feed).toEqual([
    '/assets/shell.js',
    '/assets/start.js',
    '/assets/shared.css',
    '/assets/shared.js',
    '/assets/feed.js',
    '/assets/feed-calls.js',
  ]);
  expect([landing, anyPage]).toEqual([['/assets/start.js', '/assets/landing.js'], ['/assets/start.js']]);
});

it('a module that the build lacks is an error', () => {
  const { 'assets/shell.js': _, ...withoutShell } = bundle;
  expect(() => findRoutePreloads(withoutShell)).toThrow('app/shell/shell.tsx');
});

describe('a table', () => {
  const rows = Object.keys(clientRoutes).map((name) => `${name}: screen('', () => import('#client/${name}.tsx')),`);

  it('names the module of each row, on the same line or the next one, and that of the first calls', () => {
    const chat = "chat: screenWithCalls('chat', 'Chat', () =>\n    import('./chat.tsx').then((m) => m.Chat),\n  ),";
    const found = importsOf([...rows, chat].join('\n'));
    expect([found.feed, found.chat]).toEqual([['feed.tsx'], ['app/chat.tsx', 'app/screen-loaders.ts']]);
  });

  it('without an import for a route is an error of the build', () => {
    expect(() => importsOf(rows.slice(1).join('\n'))).toThrow("for the route 'landing'");
  });
});
