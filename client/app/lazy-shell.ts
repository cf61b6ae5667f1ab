import { lazyScreen } from './lazy-screen.tsx';

/** The frame around the screens of a signed-in user: not part of what the landing and login pages wait for. */
export const shell = lazyScreen(() => import('./shell/shell.tsx').then((m) => m.Shell));
