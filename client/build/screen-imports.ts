import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { clientRoutes } from '#shared/routes.ts';

type RouteName = keyof typeof clientRoutes;
/** At least the screen. */
type Imports = readonly [string, ...string[]];

/** The table of the client's screens, whose imports say which files a route needs. */
const table = fileURLToPath(new URL('../app/screen-table.ts', import.meta.url));

/** The modules that the row of each route imports, below client/: its screen first. */
export const screenImports: Readonly<Record<RouteName, Imports>> = importsOf(readFileSync(table, 'utf8'));

/** The module that starts the client; the page loads it after the packages. */
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
