import { lazyScreen } from './lazy-screen.tsx';

/** The frame around the screens of a signed-in user. Loaded on demand: landing and login do not need it. */
export const shell = lazyScreen(() => import('./shell/shell.tsx').then((m) => m.Shell));
