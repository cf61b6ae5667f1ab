import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { screenModules } from './screen-modules.ts';

type Opened = 'start' | 'landing' | 'login';

const inClient = (path: string): string => fileURLToPath(new URL(`../client/${path}`, import.meta.url));

/** The module whose static imports each page loads before it is interactive. `start` is a part of every page. */
const openedModules: Record<Opened, string> = {
  start: inClient('app/start/start-app.tsx'),
  landing: inClient(screenModules.landing),
  login: inClient(screenModules.login),
};

const react = /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/;
const onDemand = /foreign-error|render-markdown|highlight-code|client\/store\/(live|outbox)\//;
const faces =
  /shared\/(drawing\/|pictures\.|uploaded-url\.)|client\/ui\/(person\/(avatar|cover|drawn)|picture\/(picture|foreign-pictures))\.|client\/text\/person\./;
const forms =
  /client\/ui\/(picture|form)\/|client\/ui\/dialog\/unsaved-guard\.|client\/device\/drafts\.|shared\/account\/password-rule\./;
const signedIn = /client\/(ui|device|dom|text)\/|client\/store\/|shared\/|lucide-react/;

/**
 * The client's chunks: a few files that change at different times, because many small files compress badly.
 * - vendor-react, vendor-state: the packages that landing and login need before they are interactive, in two files
 *   because each file is evaluated in a task of its own (client/main.tsx)
 * - start: our modules that both need
 * - landing, login: modules that one of these two and screens behind the login need
 * - faces: the drawn people and projects, which the landing page shows once it is interactive
 * - toasts: what shows messages, after the first paint
 * - forms: fields of forms with many of them, and pictures to upload
 * - signed-in: modules that several screens behind the login share
 *
 * Dynamic imports make the other chunks: one for each screen, and the parts that load on demand. The first four follow
 * the imports, so that a module which moves or is imported anew goes to the right chunk by itself.
 */
export function clientChunks() {
  const reached: Record<Opened, Set<string>> = { start: new Set(), landing: new Set(), login: new Set() };
  const isStart = (id: string) => reached.start.has(id) || (reached.landing.has(id) && reached.login.has(id));
  const isOpened = (id: string) => reached.start.has(id) || reached.landing.has(id) || reached.login.has(id);
  const isOpenedPackage = (id: string) =>
    id.includes('rolldown/runtime') || (id.includes('/node_modules/') && isOpened(id));

  const plugin: Plugin = {
    name: 'client-chunks',
    apply: 'build',
    buildEnd() {
      for (const [name, root] of Object.entries(openedModules) as [Opened, string][]) {
        const found = reached[name];
        const visit = (id: string): void => {
          if (found.has(id)) return;
          found.add(id);
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) visit(next);
        };
        visit(root);
        // The entry and the screens keep chunks of their own, which the build's manifest names by them.
        found.delete(root);
      }
    },
  };

  /** A module goes to the first group that matches, by priority. */
  const groups = [
    { name: 'vendor-react', test: (id: string) => isOpenedPackage(id) && react.test(id), priority: 4 },
    { name: 'vendor-state', test: isOpenedPackage, priority: 3 },
    // Apart from start, which client/main.tsx imports with it.
    { name: 'preload-helper', test: /vite\/preload-helper/, priority: 4 },
    { name: 'start', test: isStart, priority: 2 },
    { name: 'faces', test: faces, priority: 2, minShareCount: 2 },
    { name: 'landing', test: (id: string) => reached.landing.has(id), priority: 2, minShareCount: 2 },
    { name: 'login', test: (id: string) => reached.login.has(id), priority: 2, minShareCount: 2 },
    { name: 'toasts', test: /node_modules\/sonner\//, priority: 2 },
    { name: 'forms', test: forms, priority: 2, minShareCount: 2 },
    { name: 'signed-in', test: (id: string) => signedIn.test(id) && !onDemand.test(id), priority: 1, minShareCount: 2 },
  ];
  return { plugin, groups };
}
