import { type ESTree, type Plugin, parseAst } from 'vite';

const routerModule = /[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/;

/** What the package keeps although the client uses none of it, and what it becomes. */
const changes: readonly (readonly [RegExp, string])[] = [
  // The links of React Router's own server framework fetch code ahead; ours never ask for it.
  [/function PrefetchPageLinks\(\{ page, \.\.\.linkProps \}\) \{/, '$& return null;'],
  // Without the marks, a bundler must assume that these calls and names have effects.
  [/var Form = (?=React\d*\.forwardRef\()/, '$&/* @__PURE__ */ '],
  [/^Form\.displayName = "Form";$/m, ''],
];

const nothing = '{}';

/**
 * Functions for what no route of the client has, by name, with what is left of their bodies: loaders, actions, fetchers, routes
 * that come later, middleware, instrumentation, and pages that React Router itself rendered. The minifier then leaves out what
 * only they used.
 */
const bodies: Readonly<Record<string, string>> = {
  // As React Router does when no route has a loader: the 405 or 400 of a submission goes to the error boundary.
  handleLoaders: `{
    const failed = pendingActionResult && { [pendingActionResult[0]]: pendingActionResult[1].error };
    completeNavigation(location, { matches, loaderData: {}, errors: failed ?? null }, { flushSync });
    return { shortCircuited: true };
  }`,
  // As React Router does when the route has no action: a 405.
  handleAction: `{
    const { route } = getTargetMatch(matches, location);
    const error = getInternalRouterError(405, { method: request.method, pathname: location.pathname, routeId: route.id });
    if (opts.replace !== true) pendingAction = 'PUSH';
    return { matches, pendingActionResult: [findNearestBoundary(matches, route.id).route.id, { type: 'error', error }] };
  }`,
  checkFogOfWar: '{ return { active: false, matches: null }; }',
  getRouteHydrationStatus: '{ return { shouldLoad: false, renderFallback: false }; }',
  // Nothing is sent; its method is in the sentence of a 405.
  createClientSideRequest: '{ return { url: location, signal, method: submission?.formMethod }; }',
  defaultDataStrategyWithMiddleware: nothing,
  getRouteInstrumentationUpdates: nothing,
  instrumentClientSideRouter: nothing,
  RSCErrorHandler: '{ return children; }',
  parseHydrationData: nothing,
  revalidate: nothing,
  fetch2: nothing,
  patchRoutes: nothing,
  getFetcher: nothing,
  resetFetcher: nothing,
  queueFetcherForDeletion: nothing,
  _internalSetRoutes: nothing,
};

/** Leaves out the parts of React Router for forms, data of routes and its server framework, which the client does not use. */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    apply: 'build',
    transform(code, id) {
      if (!routerModule.test(id) || !code.includes('var Form = ')) return undefined;
      return { code: slim(code), map: null };
    },
  };
}

export function slim(code: string): string {
  const changed = changes.reduce((text, [place, replacement]) => {
    if (!place.test(text)) throw new Error(`react-router has no ${place} any more.`);
    return text.replace(place, replacement);
  }, code);
  return withBodies(changed);
}

function withBodies(code: string): string {
  const left = new Set(Object.keys(bodies));
  const replaced: { start: number; end: number; body: string }[] = [];
  const visit = (statements: readonly ESTree.Node[]): void => {
    for (const node of statements) {
      if (node.type !== 'FunctionDeclaration' || node.body === null) continue;
      const name = node.id?.name ?? '';
      const body = bodies[name];
      if (body === undefined) visit(node.body.body);
      else if (left.delete(name)) replaced.push({ start: node.body.start, end: node.body.end, body });
      else throw new Error(`react-router has two functions ${name}.`);
    }
  };
  visit(parseAst(code).body);
  if (left.size > 0) throw new Error(`react-router has no ${[...left].join(', ')} any more.`);
  return replaced.reduceRight((text, { start, end, body }) => text.slice(0, start) + body + text.slice(end), code);
}
