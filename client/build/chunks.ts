import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { clientRoutes } from '#shared/routes.ts';
import { type RouteName, screenImports, shellModule, startModule } from './route-preloads.ts';

/** The packages that every page starts with: they seldom change, and stay cached while our own code does. */
const vendorPackages =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|@reduxjs|redux|immer|reselect|sonner)\//;

/** A module that so many signed-in screens share is fetched with all of them: fewer files are worth more than its bytes. */
const sharedByMany = 4;

/**
 * Groups modules by the screens that need them, for rolldown's `codeSplitting`. On its own the bundler makes one chunk for
 * each combination of screens: 60 files of half a kB before the feed, of which a browser fetches six at a time.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let needs: ReturnType<typeof findNeeds> | undefined;
  const nameOf = (id: string, context: Rolldown.ChunkingContext): string | null => {
    needs ??= findNeeds(context);
    // A module that is only imported on demand has its own chunk: as a part of another one it would be two files.
    if (needs.page.has(id) || context.getModuleInfo(id)?.importers.length === 0) return null;
    if (needs.start.has(id)) return 'app';
    const inFrame = needs.frame.has(id);
    const screens = needs.screens.flatMap(([name, needed]) => (needed.has(id) ? name : []));
    const open = screens.find((name) => clientRoutes[name].access !== 'authenticated');
    if (open !== undefined && inFrame) return `${open}-signed-in`;
    if (open !== undefined) return screens.length > 1 ? `${open}-shared` : null;
    return inFrame || screens.length >= sharedByMany ? 'signed-in' : null;
  };
  return [
    { name: 'vendor', test: vendorPackages, priority: 1 },
    // The imports of a group are in chunks that each of its pages needs anyway. By default rolldown would move them into the first
    // group that imports them, and a login would load the code of signed-in screens.
    { name: nameOf, includeDependenciesRecursively: false },
  ];
}

/** The modules that each part of the client imports, directly or through others. */
function findNeeds(context: Rolldown.ChunkingContext) {
  const neededBy = (...modules: string[]): Set<string> => {
    const found = new Set<string>();
    const visit = (id: string): void => {
      if (found.has(id)) return;
      found.add(id);
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported);
    };
    for (const module of modules) visit(fileURLToPath(new URL(`../${module}`, import.meta.url)));
    return found;
  };
  const names = Object.keys(clientRoutes) as RouteName[];
  return {
    page: neededBy('main.tsx'),
    start: neededBy(startModule),
    /** The frame around every screen behind the login. */
    frame: neededBy(shellModule),
    screens: names.map((name): [RouteName, Set<string>] => [name, neededBy(...screenImports[name])]),
  };
}
