/**
 * Constant headers, as flat lists of names and values that are ready to be written. `api` goes on everything under
 * /api: such a body is data, so that a browser which opens it directly must not run, sniff or embed it.
 */
export const securityHeaders: { readonly api: readonly string[] } = {
  api: [
    'X-Content-Type-Options',
    'nosniff',
    'Content-Security-Policy',
    "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Referrer-Policy',
    'no-referrer',
  ],
};
