import type { Plugin, Rollup } from 'vite';
import { clientRoutes } from '#shared/routes.ts';
import { fileHolding, filesLoadedWith } from './bundle-files.ts';
import { screenImports, shellModule, startModule } from './screen-imports.ts';

/** The chunk of the packages that every page needs before all others. */
export const vendorChunk = 'vendor';

type RouteName = keyof typeof clientRoutes;

/**
 * By route, the paths of the files that its screen needs beside those that the page itself names; and of a page without a
 * route. Apart from them, the packages that every page needs
 * before all others.
 */
export type RoutePreloads = Record<RouteName | 'anyPage' | 'packages', string[]>;

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
  const ofEntries = filesLoadedWith(
    entries.map(({ fileName }) => fileName),
    bundle,
  );
  const packages = Object.values(bundle).flatMap((output) =>
    output.type === 'chunk' && output.name === vendorChunk ? output.fileName : [],
  );
  const ofPackages = new Set([...packages, ...filesLoadedWith(packages, bundle)]);
  const inEveryPage = new Set([...ofEntries, ...ofPackages]);
  const filesOf = (...modules: string[]): string[] => {
    const chunks = modules.map((module) => fileHolding(`client/${module}`, bundle));
    return [...filesLoadedWith(chunks, bundle)].filter((file) => !inEveryPage.has(file)).map((file) => `/${file}`);
  };
  const ofRoute = (name: RouteName): string[] =>
    clientRoutes[name].access === 'authenticated'
      ? filesOf(startModule, ...screenImports[name], shellModule)
      : filesOf(startModule, ...screenImports[name]);
  const names = Object.keys(clientRoutes) as RouteName[];
  const routes = Object.fromEntries(names.map((name) => [name, ofRoute(name)]));
  return {
    ...routes,
    anyPage: filesOf(startModule),
    packages: [...ofPackages].filter((file) => !ofEntries.has(file)).map((file) => `/${file}`),
  } as RoutePreloads;
}
