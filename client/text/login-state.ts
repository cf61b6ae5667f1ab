/** The history state with which a link opens the login screen in its other mode. Without it the mode is Login. */
export interface LoginState {
  mode: 'signup';
}
