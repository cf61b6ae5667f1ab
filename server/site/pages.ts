import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRead } from '#server/request/call-kind.ts';
import { GatewayError, type ShowErrorPage } from '#server/request/errors.ts';
import type { GatewayResponse, Middleware } from '#server/request/facts.ts';
import { isApi } from '#server/request/target.ts';
import { permissionsPolicy } from '#server/security/helmet.ts';
import type { KnownCapabilities } from '#server/watch/known-capabilities.ts';
import { apiPaths } from '#shared/paths.ts';
import { type ClientRoute, clientRoutes, matchClientRoute, refusedCookie } from '#shared/routes.ts';
import { missingFileHeaders } from './files.ts';
import { isListed, type PageOptions, type PrerenderedPages, readPages } from './page-html.ts';
import { sendPage } from './send-page.ts';

/** The operator's own pages about the service: PRIVACY_URL and TERMS_URL. */
export type TextsElsewhere = Readonly<Partial<Record<'privacy' | 'terms', string | undefined>>>;

/** The page as the build has written it, without a screen: what browsers keep to open it without a network. */
const emptyPath = '/index.html';

export interface Pages {
  /**
   * The page of the client: with 200 on its routes, with 404 where somebody navigates to any other path, or to one that
   * needs a role. A visitor without a session is sent home from guarded routes.
   */
  serve(capabilities: KnownCapabilities): Middleware;
  /** The page with the status of an error, for a navigation; false for any other request, and nothing was sent. */
  readonly showError: ShowErrorPage;
}

export function createPages(
  options: PageOptions,
  prerendered: PrerenderedPages,
  textsElsewhere: TextsElsewhere,
): Pages {
  const pages = readPages(options, prerendered);

  return {
    serve: (capabilities) => async (req, res, next) => {
      const { path } = res.locals;
      if (!isRead(req.method)) throw new GatewayError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
      if (path === emptyPath)
        return sendPage(await pages({}), req, res, 200, { ...permissions, ...openCaching, ...unlisted });
      const known = matchClientRoute(path);
      const route = known?.role === undefined ? known : undefined;
      if (route === undefined && !isNavigation(req, path)) {
        const headers = missingFileHeaders(path);
        return headers === undefined ? next() : next(new GatewayError('not_found', { headers }));
      }
      const elsewhere = elsewhereOf(route, textsElsewhere);
      if (elsewhere !== undefined) return sendElsewhere(res, elsewhere);
      // Only whether there is a session cookie: the upstream decides whether it is still valid.
      const isSignedIn = res.locals.session !== undefined;
      if (route?.access === 'authenticated' && !isSignedIn) return sendHome(res);
      const headers = {
        ...permissions,
        ...cachingOf(route),
        ...(route?.access === 'everyone' && !isListed(route) && unlisted),
        // The one call that every screen waits for.
        ...(route !== undefined && isSignedIn && { Link: profilePreload }),
      };
      const offered = capabilities.last(res.locals.client.host)?.join(' ');
      const page = await pages({ route, isPrerendered: !isSignedIn, capabilities: offered });
      return sendPage(page, req, res, route === undefined ? 404 : 200, headers);
    },
    showError(req, res, status) {
      const { path } = res.locals;
      if (!isRead(req.method) || isApi(path) || !isNavigation(req, path)) return false;
      const headers = { ...permissions, ...cachingOf(undefined) };
      void pages({}).then((page) => sendPage(page, req, res, status, headers));
      return true;
    },
  };
}

const profilePreload = `</api/${apiPaths.profileView}>; rel=preload; as=fetch; crossorigin=use-credentials`;
const permissions = { 'Permissions-Policy': permissionsPolicy };
/** For pages that answer 200 and do not belong into search results. */
const unlisted = { 'X-Robots-Tag': 'noindex' };

/** Caches store nothing for people who are signed in, and revalidate the open pages each time. */
function cachingOf(route: ClientRoute | undefined): Readonly<Record<string, string>> {
  if (route === undefined || route.access === 'authenticated')
    return { 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' };
  return openCaching;
}

const openCaching = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding, Cookie' };

/** The address of the operator's own page, where it replaces this route. */
function elsewhereOf(route: ClientRoute | undefined, elsewhere: TextsElsewhere): string | undefined {
  if (route === clientRoutes.privacy) return elsewhere.privacy;
  return route === clientRoutes.terms ? elsewhere.terms : undefined;
}

function sendElsewhere(res: ServerResponse, address: string): void {
  res.writeHead(302, { Location: address, 'Cache-Control': 'no-cache', 'Content-Length': 0 }).end();
}

/** How long the client may offer to go on, in milliseconds. */
const refusedMs = 600_000;

/** The client reads the cookie after the login and offers to go on to the path that was wanted. */
function sendHome(res: GatewayResponse): void {
  const { path, query, client } = res.locals;
  // Browsers drop cookies of more than 4 kB: better the path alone than nothing.
  const wanted = query === '' || query.length > 1000 ? path : `${path}?${query}`;
  res.cookie(refusedCookie, wanted, {
    maxAge: refusedMs,
    sameSite: 'lax',
    secure: client.proto === 'https',
  });
  res.writeHead(302, { Location: '/', 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

/** Whether a person typed or followed an address and wants a page to read, not the bytes of a script or a picture. */
function isNavigation({ headers }: IncomingMessage, path: string): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  const accepts = headers.accept ?? '';
  const isFileName = /\.[^/]*$|\/\.|^\/assets\//.test(path);
  return !isFileName && /\btext\/html\b|\bapplication\/xhtml\+xml\b/i.test(accepts);
}
