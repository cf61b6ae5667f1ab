import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { clientRoutes } from '#shared/routes.ts';
import { fileHolding, filesLoadedWith } from './bundle-files.ts';

const screensFile = 'app/screens.ts';
/** The frame around every screen behind the login, see client/app/lazy-shell.ts. */
const shellFile = 'app/shell/shell.tsx';

/** By route: the files that its screen is made of, beside those that every page names by itself. */
export type RoutePreloads = Record<keyof typeof clientRoutes, string[]>;

/**
 * Writes which files each route needs, so that the gateway can name them in the page: otherwise the browser finds out
 * one import after the other, a round trip each.
 */
export function routePreloads(): Plugin {
  let root = '';
  return {
    name: 'route-preloads',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const sources = screenSources(readFileSync(join(root, screensFile), 'utf8'));
      const source = JSON.stringify(findRoutePreloads(sources, bundle));
      this.emitFile({ type: 'asset', fileName: '.vite/route-preloads.json', source });
    },
  };
}

/** The module of each screen, below the client's folder, as the table of screens imports it. */
export function screenSources(table: string): Record<keyof typeof clientRoutes, string> {
  const found = new Map(
    [...table.matchAll(/^ {2}(\w+): screen\([\s\S]*?import\('(?:#client\/|\.\/)([^']+)'\)/gm)].map(([, name, file]) => [
      name,
      file?.startsWith('features/') ? file : `app/${file}`,
    ]),
  );
  const entries = Object.keys(clientRoutes).map((name) => {
    const file = found.get(name);
    if (file === undefined) throw new Error(`${screensFile} names no module for the route ${name}.`);
    return [name, file];
  });
  return Object.fromEntries(entries) as Record<keyof typeof clientRoutes, string>;
}

export function findRoutePreloads(
  sources: Record<keyof typeof clientRoutes, string>,
  bundle: Rollup.OutputBundle,
): RoutePreloads {
  const entry = Object.values(bundle).filter((output) => output.type === 'chunk' && output.isEntry);
  const inEveryPage = filesLoadedWith(
    entry.map(({ fileName }) => fileName),
    bundle,
  );
  const entries = Object.entries(sources).map(([name, source]) => {
    const isGuarded = clientRoutes[name as keyof typeof clientRoutes].access === 'authenticated';
    const modules = [source, ...(isGuarded ? [shellFile] : [])];
    const roots = modules.map((module) => fileHolding(`client/${module}`, bundle));
    return [
      name,
      [...filesLoadedWith(roots, bundle)].filter((file) => !inEveryPage.has(file)).map((file) => `/${file}`),
    ];
  });
  return Object.fromEntries(entries) as RoutePreloads;
}
