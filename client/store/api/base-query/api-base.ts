/**
 * Where the calls go. The gateway's page says so itself (`<meta name="api-base">`); a page without that tag takes the
 * local development server on localhost and the relative path elsewhere. Always ends in a slash.
 */
export function apiBase(page: Document = document, host: string = location.hostname): string {
  const own = page.querySelector('meta[name="api-base"]')?.getAttribute('content');
  if (own) return own.endsWith('/') ? own : `${own}/`;
  return host === 'localhost' ? 'http://localhost:7777/' : '/api/';
}
