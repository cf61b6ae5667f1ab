/** The calls that the client makes before the login. In a file of their own, because the pages before the login need no other paths. */
export const entryPaths = {
  signup: 'signup',
  login: 'login',
  signout: 'signout',
  profileView: 'profile/view',
  capabilities: 'capabilities',
} as const;

/** Where browsers send their errors: at the gateway, beside the API. */
export const browserReportsPath = '/browser-reports';
