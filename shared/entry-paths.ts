/** The calls that the client makes before the login. Apart from the others, because those pages load them first. */
export const entryPaths = {
  signup: 'signup',
  login: 'login',
  signout: 'signout',
  profileView: 'profile/view',
} as const;

/** Where browsers send their errors: at the gateway, beside the API. */
export const browserReportsPath = '/browser-reports';
