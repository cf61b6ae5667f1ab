import { to } from '#shared/routes.ts';

/** The history state with which the guard of a screen redirects to the landing page. */
export interface GuardState {
  /** Path, query and hash of the screen that the user tried to open. */
  refused: string;
}

/** The history state with which the login screen is in its other mode. Without it the mode is Login. */
export interface LoginState {
  mode: 'signup';
}

/**
 * Opens the login screen in its other mode. A hash, because a link that is pressed before the program runs carries no
 * history state. The login screen moves it into the `LoginState`.
 */
export const signUpLink = `${to.login()}#signup`;
