import { fileURLToPath } from 'node:url';
import type { Plugin, Rollup } from 'vite';
import { screenImports, shellModule, startModule } from './screen-imports.ts';

type Root = keyof typeof roots;

const inClient = (path: string): string => fileURLToPath(new URL(`../client/${path}`, import.meta.url));

/** Modules whose static imports decide in which chunk a module is. */
const roots = {
  landing: inClient(screenImports.landing[0]),
  login: inClient(screenImports.login[0]),
  legal: inClient('app/legal/legal-page.tsx'),
  start: inClient(startModule),
  shell: inClient(shellModule),
  preview: inClient('features/landing/preview.tsx'),
  account: inClient('store/api/account/follow-account.ts'),
  live: inClient('store/events/connection.ts'),
  feed: inClient(screenImports.feed[0]),
};

const react = /node_modules\/(react|react-dom|scheduler)\//;
const reactsStart = inClient('app/start/react.ts');
const onDemand =
  /foreign-error|render-markdown|highlight-code|client\/store\/(events\/(?!live-context)|outbox\/|foreign\/(chat|rooms|learn-|send-))/;
const faces =
  /shared\/(drawing\/|pictures\.|uploaded-url\.)|client\/ui\/(person\/(avatar|cover|drawn)|picture\/(picture|first-pictures|foreign-pictures))\.|client\/text\/person\./;
const forms =
  /client\/ui\/(picture|form)\/|client\/ui\/dialog\/unsaved-guard\.|client\/device\/drafts\.|shared\/account\/password-rule\./;
/** Small parts of lists and pictures, which screens without a form show too. */
const notForms = /client\/ui\/(form\/(search-input|sort-select)|picture\/load-picture)\./;
/** Heads and tabs, which the feed does without: with what it shares, some screens need nothing else of others. */
const heads = /client\/ui\/(screen|tabs)\.|client\/text\/project-relation\./;
const signedIn = /client\/(ui|device|dom|text)\/|client\/store\/|shared\/|lucide-react/;

const vendorReact = 'vendor-react';
const vendorApp = 'vendor-app';
/** The chunks that every page needs before all others. */
export const packagesOfEveryPage: readonly string[] = [vendorReact, vendorApp];

/**
 * The client's chunks: a few files that change at different times, because many small files compress badly.
 * - vendor-react, vendor-app: the packages that the app starts with, in two files because each file is evaluated in a task of
 *   its own (client/main.tsx)
 * - app: our modules that the app starts with
 * - open: other modules that the pre-rendered pages share, with each other or with screens behind the login
 * - entrance: our modules that the login shares with later screens, and no start needs
 * - faces: the drawn people and projects, which the landing page shows once it is interactive
 * - forms: fields of forms with many of them, and pictures to upload
 * - signed-in: what the frame of the screens behind the login imports
 * - account: what the parts that start after the first screen share with screens
 * - people: what the feed shares with other screens, and the head and the tabs of these
 * - screens: other modules that several screens behind the login share
 *
 * Dynamic imports make the other chunks: one for each screen, and the parts that load on demand. Those for the start
 * follow the imports, so that a module which moves or is imported anew goes to the right chunk by itself.
 */
export function clientChunks() {
  const reached = new Map<Root, Set<string>>();
  const reaches = (root: Root, id: string) => reached.get(root)?.has(id) ?? false;
  const prerendered = ['landing', 'login', 'legal'] as const;
  const isPrerendered = (id: string) => prerendered.some((root) => reaches(root, id));
  /** Whether the login needs a module that neither another pre-rendered page nor the start of the app needs. */
  const isEntrance = (id: string) =>
    reaches('login', id) &&
    !(['landing', 'legal', 'start', 'shell', 'feed'] as const).some((root) => reaches(root, id));
  const isApp = (id: string) => reaches('start', id);
  const isShared = (id: string) => signedIn.test(id) && !onDemand.test(id);
  const isPackage = (id: string) => id.includes('/node_modules/');

  const plugin: Plugin = {
    name: 'client-chunks',
    apply: 'build',
    buildEnd() {
      for (const [name, root] of Object.entries(roots) as [Root, string][]) {
        if (this.getModuleInfo(root) === null)
          this.error(`No module of the client is ${root}, on which chunks depend.`);
        const found = new Set<string>();
        const visit = (id: string): void => {
          // Modules that the build itself makes, which by convention begin with a zero byte, go where the bundler puts them.
          if (found.has(id) || id.startsWith('\0')) return;
          found.add(id);
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) visit(next);
        };
        visit(root);
        // Entries and screens keep chunks of their own, which the build's manifest names by them.
        found.delete(root);
        reached.set(name, found);
      }
    },
    generateBundle(_options, bundle) {
      const cycle = findCycle(bundle);
      if (cycle !== undefined)
        this.error(`Chunks that import each other are evaluated too early: ${cycle.join(' → ')}`);
    },
  };

  /** A module goes to the first group that matches, by priority. */
  const groups = [
    { name: vendorReact, test: (id: string) => (isPackage(id) && react.test(id)) || id === reactsStart, priority: 4 },
    { name: vendorApp, test: (id: string) => isPackage(id) && (isApp(id) || isPrerendered(id)), priority: 3 },
    { name: 'entrance', test: isEntrance, priority: 3, minShareCount: 2 },
    { name: 'app', test: isApp, priority: 3 },
    { name: 'open', test: isPrerendered, priority: 2, minShareCount: 2 },
    {
      name: 'faces',
      test: (id: string) => faces.test(id) || (reaches('preview', id) && isShared(id)),
      priority: 2,
      minShareCount: 2,
    },
    {
      name: 'forms',
      // The chunk forms imports the chunk people, so that what the feed imports of forms is in people.
      test: (id: string) => forms.test(id) && !notForms.test(id) && !reaches('feed', id),
      priority: 2,
      minShareCount: 2,
    },
    { name: 'signed-in', test: (id: string) => reaches('shell', id), priority: 2 },
    {
      name: 'people',
      test: (id: string) => isShared(id) && (reaches('feed', id) || heads.test(id)),
      priority: 1,
      minShareCount: 2,
    },
    {
      name: 'account',
      test: (id: string) => reaches('account', id) || reaches('live', id),
      priority: 1,
      minShareCount: 2,
    },
    { name: 'screens', test: isShared, priority: 1, minShareCount: 2 },
  ];
  return { plugin, groups };
}

/** Chunks that import each other in a circle, if there are any. */
export function findCycle(bundle: Rollup.OutputBundle): string[] | undefined {
  const done = new Set<string>();
  const visit = (fileName: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(fileName)) return [...path.slice(path.indexOf(fileName)), fileName];
    const chunk = bundle[fileName];
    if (done.has(fileName) || chunk?.type !== 'chunk') return undefined;
    for (const next of chunk.imports) {
      const cycle = visit(next, [...path, fileName]);
      if (cycle !== undefined) return cycle;
    }
    done.add(fileName);
    return undefined;
  };
  for (const fileName of Object.keys(bundle)) {
    const cycle = visit(fileName, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
