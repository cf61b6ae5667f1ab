import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, parseSync, type Rollup } from 'vite';
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

/** At least the screen. */
type Imports = readonly [string, ...string[]];

/** The table of the client's screens, whose imports say which files a route needs. */
const table = fileURLToPath(new URL('../app/screen-table.ts', import.meta.url));

/** The modules that the row of each route imports, below client/: its screen first. */
export const screenImports: Readonly<Record<RouteName, Imports>> = importsOf(readFileSync(table, 'utf8'));

/** The module that starts the client; the page loads it. */
export const startModule = 'app/start/start-app.tsx';

/** The frame around every screen behind the login. */
export const shellModule = 'app/shell/shell.tsx';

interface Node {
  type: string;
}

/** Reads the table's syntax tree: the build cannot execute the client's code to learn what it imports. */
export function importsOf(source: string): Record<RouteName, Imports> {
  const rows = new Map<string, readonly string[]>();
  const visit = (node: Node) => {
    const { type, key, value } = node as Node & { key?: { name?: string }; value?: Node };
    const imported = type === 'Property' && value && key?.name !== undefined && key.name in clientRoutes;
    if (imported) rows.set(key.name as string, importsIn(value));
    else for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync('screens.ts', source).program as unknown as Node);
  for (const name of Object.keys(clientRoutes))
    if (!rows.get(name)?.length) throw new Error(`The table of screens imports nothing for the route '${name}'.`);
  return Object.fromEntries(rows) as unknown as Record<RouteName, Imports>;
}

function importsIn(node: Node): readonly string[] {
  const { type, source } = node as Node & { source?: { value?: unknown } };
  if (type === 'ImportExpression' && typeof source?.value === 'string')
    return [source.value.replace(/^#client\//, '').replace(/^\.\//, 'app/')];
  return childrenOf(node).flatMap(importsIn);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}
