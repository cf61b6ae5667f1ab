import { screenCode } from './screen-code.ts';

/** The frame around every screen behind the login. Landing and login do not need it. */
export const shell = screenCode(() => import('./shell/shell.tsx').then((m) => m.Shell));
