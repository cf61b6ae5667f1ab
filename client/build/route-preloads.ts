import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rollup } from 'vite';
import { clientRoutes } from '#shared/routes.ts';
import { fileHolding, filesLoadedWith } from './bundle-files.ts';

export type RouteName = keyof typeof clientRoutes;

/**
 * By route, the paths of the files that its screen needs beside those that the page itself names; and of a page without a
 * route. The largest come first: a browser fetches six at a time, and the largest would be the last to arrive.
 */
export type RoutePreloads = Record<RouteName | 'anyPage', string[]>;

/**
 * Writes .vite/route-preloads.json, from which the gateway names the files of a screen in its page. Without it the
 * browser would discover one import after the other, a round trip each.
 */
export function routePreloads(): Plugin {
  return {
    name: 'route-preloads',
    apply: 'build',
    generateBundle: {
      // After Vite has removed the chunks that hold nothing but styles.
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify(findRoutePreloads(bundle));
        this.emitFile({ type: 'asset', fileName: '.vite/route-preloads.json', source });
      },
    },
  };
}

export function findRoutePreloads(bundle: Rollup.OutputBundle): RoutePreloads {
  const entries = Object.values(bundle).filter((output) => output.type === 'chunk' && output.isEntry);
  const inEveryPage = filesLoadedWith(
    entries.map(({ fileName }) => fileName),
    bundle,
  );
  const filesOf = (...modules: string[]): string[] => {
    const chunks = modules.map((module) => fileHolding(`client/${module}`, bundle));
    return [...filesLoadedWith(chunks, bundle)]
      .filter((file) => !inEveryPage.has(file))
      .sort((one, other) => sizeOf(bundle[other]) - sizeOf(bundle[one]))
      .map((file) => `/${file}`);
  };
  const ofRoute = (name: RouteName): string[] =>
    clientRoutes[name].access === 'authenticated'
      ? filesOf(startModule, ...screenImports[name], shellModule)
      : filesOf(startModule, ...screenImports[name]);
  const names = Object.keys(clientRoutes) as RouteName[];
  const routes = Object.fromEntries(names.map((name) => [name, ofRoute(name)]));
  return { ...routes, anyPage: filesOf(startModule) } as RoutePreloads;
}

function sizeOf(file: Rollup.OutputBundle[string] | undefined): number {
  return file?.type === 'chunk' ? file.code.length : 0;
}

/** The screen, and the module of its first calls where it has some. */
type Imports = readonly [screen: string, ...calls: string[]];

/** The modules that the row of each route imports, below client/. */
export const screenImports = importsOf(
  readFileSync(fileURLToPath(new URL('../app/screen-table.ts', import.meta.url)), 'utf8'),
);

/** The module that starts the client; the page loads it. */
export const startModule = 'app/start/start-app.tsx';

/** The frame around every screen behind the login. */
export const shellModule = 'app/shell/shell.tsx';

/** Reads the rows in the text of the table: the build cannot execute the client's code to learn what it imports. */
export function importsOf(table: string): Record<RouteName, Imports> {
  const rows = table.matchAll(/(\w+): screen(WithCalls)?\(.+ \(\) =>\s+import\('(.+?)'\)/g);
  const found = new Map<string, Imports>();
  for (const [, name = '', withCalls, module = ''] of rows) {
    const screen = module.replace('#client/', '').replace('./', 'app/');
    found.set(name, withCalls ? [screen, 'app/screen-loaders.ts'] : [screen]);
  }
  for (const name of Object.keys(clientRoutes))
    if (!found.has(name)) throw new Error(`The table of screens imports nothing for the route '${name}'.`);
  return Object.fromEntries(found) as Record<RouteName, Imports>;
}
