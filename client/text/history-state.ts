/** The history state with which the guard of a screen redirects to the landing page. */
export interface GuardState {
  /** Path and query of the screen that the user tried to open. */
  refused: string;
}

/** The history state with which a link opens the login screen in its other mode. Without it the mode is Login. */
export interface LoginState {
  mode: 'signup';
}
