// The client's chunks: a few files that change at different times, because many small files compress badly.
//   vendor     the framework, loaded by every page
//   start      our modules that landing and login need before they are interactive
//   landing, login  modules that one of these two and screens behind the login need
//   signed-in  modules that several screens behind the login share
// Dynamic imports make the other chunks: one for each screen, and the parts that load on demand.
// A start module that is missing in the list still works. It only gets a chunk of its own, which
// `scripts/check-budgets.ts` counts.

const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@reduxjs|immer|redux|redux-thunk|@standard-schema|reselect|react-redux|use-sync-external-store|cookie|set-cookie-parser)\/|rolldown.runtime/;

const start = [
  /client\/main\.tsx/,
  /preload-helper/,
  /client\/app\/(app|guards|lazy-screen|lazy-shell|loading-gate|root-layout|report-errors|route-focus|router|screens|stale-deploy)\./,
  /client\/app\/errors\/error-boundary\./,
  /client\/store\/(hooks|make-store)\./,
  /client\/store\/api\/(api-base|auth-api|base-api|base-query|profile-unanswered|refused-calls|slow-calls)\./,
  /client\/store\/slices\//,
  /client\/ui\/(announcer|line-icon|no-answer-banner|spinner|still-trying|theme-switch|wordmark)\./,
  /client\/(device|dom|text)\/(announce|api-error|class-names|copy|is-record|page-title|preferences|reduced-motion|remember-refused|storage|stored-value|use-online|use-slow)\./,
  /shared\/(entry-paths|routes)\./,
];

// Needed by one of landing and login, and by screens behind the login.
const landing = /client\/ui\/(avatar|card|cover)\.|client\/text\/person\./;
const login = /client\/ui\/(button|field|server-words)\.|shared\/demo-account\./;

const onDemand = /foreign-error|render-markdown|highlight-code|client\/store\/(live|outbox)\//;

const signedIn = /client\/(ui|device|dom|text)\/|client\/store\/|shared\/|lucide-react|\/sonner\//;

/** The bundler's groups. A module goes to the first group that matches, by priority. */
export const clientChunks = [
  { name: 'vendor', test: vendor, priority: 3 },
  { name: 'start', test: (id: string) => start.some((pattern) => pattern.test(id)), priority: 2 },
  { name: 'landing', test: landing, priority: 2 },
  { name: 'login', test: login, priority: 2 },
  { name: 'signed-in', test: (id: string) => signedIn.test(id) && !onDemand.test(id), priority: 1, minShareCount: 2 },
];
