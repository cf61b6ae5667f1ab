/**
 * The words of the specification that more than one screen uses, letter for letter, and labels of ours that several
 * places share. The words of the landing page and of the login form stand beside them, in a `copy.ts` of their own.
 */
export const copy = {
  product: 'DotCode',
  loading: 'Loading, please wait...',
  stillTrying: 'Still trying',
  retry: 'Retry',
  stop: 'Stop',
  noRouteMatches: 'No route matches URL',
} as const;
