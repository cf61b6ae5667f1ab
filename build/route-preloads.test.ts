import { existsSync, readFileSync } from 'node:fs';
import type { Rollup } from 'vite';
import { describe, expect, it } from 'vitest';
import { clientRoutes } from '#shared/routes.ts';
import { findRoutePreloads, screenSources } from './route-preloads.ts';

const client = new URL('../client/', import.meta.url);
const table = readFileSync(new URL('app/screens.ts', client), 'utf8');
const sources = screenSources(table);

it("every route's screen is found in the client's own table", () => {
  expect(Object.keys(sources)).toEqual(Object.keys(clientRoutes));
  for (const file of Object.values(sources)) expect(existsSync(new URL(file, client)), file).toBe(true);
  expect(sources.feed).toBe('features/feed/feed-page.tsx');
  expect(sources.error).toBe('app/errors/error-page.tsx');
});

it('a route without a screen stops the build', () => {
  expect(() => screenSources(table.replace("  feed: screen('Feed'", "  fed: screen('Feed'"))).toThrow('route feed');
});

describe('the files of a route', () => {
  const chunk = (fileName: string, moduleId: string, more: Partial<Rollup.OutputChunk> = {}) => ({
    type: 'chunk',
    fileName,
    moduleIds: [`/dotcode/client/${moduleId}`],
    imports: [],
    isEntry: false,
    ...more,
  });
  const bundleOf = (...chunks: ReturnType<typeof chunk>[]) =>
    Object.fromEntries(chunks.map((each) => [each.fileName, each])) as unknown as Rollup.OutputBundle;
  const withStyles = { importedCss: new Set(['assets/shared.css']) } as NonNullable<Rollup.OutputChunk['viteMetadata']>;
  const shared = chunk('assets/shared.js', 'ui/card.tsx', { imports: ['assets/vendor.js'], viteMetadata: withStyles });
  const bundle = bundleOf(
    chunk('assets/index.js', 'main.tsx', { isEntry: true, imports: ['assets/vendor.js'] }),
    chunk('assets/vendor.js', 'vendor.ts'),
    shared,
    chunk('assets/shell.js', 'app/shell/shell.tsx', { imports: ['assets/shared.js'] }),
    ...Object.entries(sources).map(([name, source]) =>
      chunk(`assets/${name}.js`, source, name === 'feed' ? { imports: ['assets/shared.js', 'assets/vendor.js'] } : {}),
    ),
  );
  const preloads = findRoutePreloads(sources, bundle);

  it('are its screen and the shell with all that they import, scripts and styles, each once', () => {
    expect(preloads.feed).toEqual(['/assets/feed.js', '/assets/shared.js', '/assets/shared.css', '/assets/shell.js']);
  });

  it('leave out what every page names, and before the login the shell', () => {
    expect(preloads.landing).toEqual(['/assets/landing.js']);
  });

  it('must all be built', () => {
    const { 'assets/shell.js': _, ...withoutShell } = bundle;
    expect(() => findRoutePreloads(sources, withoutShell)).toThrow('app/shell/shell.tsx');
  });
});
