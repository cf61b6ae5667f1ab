// How the client is cut: a few files that change at different times, rather than many small ones that compress badly.
//   vendor     the framework, before anything shows
//   start      all of ours that landing and login need before they can be used
//   landing, login  what only one of these two needs, and screens behind the login share
//   signed-in  what several screens behind the login share
// The rest stays as the lazy imports cut it: one file a screen, and what loads on demand.
// A module that the start needs and this list misses still works: it only makes a file of its own, and
// `scripts/check-budgets.ts` counts it.

const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@reduxjs|immer|redux|redux-thunk|@standard-schema|reselect|react-redux|use-sync-external-store|cookie|set-cookie-parser)\/|rolldown.runtime/;

const start = [
  /client\/main\.tsx/,
  /preload-helper/,
  /client\/app\/(app|guards|lazy-screen|lazy-shell|loading-gate|root-layout|route-focus|router|screens|stale-deploy)\./,
  /client\/app\/errors\/(error-boundary|error-view|no-route)\./,
  /client\/store\/(hooks|make-store)\./,
  /client\/store\/api\/(api-base|auth-api|base-api|base-query|refused-calls)\./,
  /client\/store\/slices\//,
  /client\/ui\/(announcer|line-icon|spinner|theme-switch|wordmark)\./,
  /client\/(device|dom|text)\/(announce|api-error|class-names|copy|is-record|page-title|preferences|refused-link|storage|stored-value|use-online)\./,
  /shared\/(paths|routes)\./,
];

// What only one of the two needs, and screens behind the login share.
const landing = /client\/ui\/(avatar|card|cover)\.|client\/text\/person\.|client\/dom\/reduced-motion\./;
const login = /client\/ui\/(button|field)\./;

const onDemand = /foreign-error|render-markdown|highlight-code|client\/store\/(live|outbox)\//;

const signedIn = /client\/(ui|device|dom|text)\/|client\/store\/|shared\/|lucide-react|\/sonner\//;

/** The bundler's groups: the first that fits takes a module. */
export const clientChunks = [
  { name: 'vendor', test: vendor, priority: 3 },
  { name: 'start', test: (id: string) => start.some((pattern) => pattern.test(id)), priority: 2 },
  { name: 'landing', test: landing, priority: 2 },
  { name: 'login', test: login, priority: 2 },
  { name: 'signed-in', test: (id: string) => signedIn.test(id) && !onDemand.test(id), priority: 1, minShareCount: 2 },
];
