import type { ComponentType } from 'react';
import { clientRoutes, matchClientRoute } from '#shared/routes.ts';

/** The screens that visitors without a session get drawn. */
const open = {
  landing: async () => (await import('#client/features/landing/landing-page.tsx')).LandingPage,
  login: async () => (await import('#client/features/auth/login-page.tsx')).LoginPage,
} as const satisfies Partial<Record<keyof typeof clientRoutes, () => Promise<ComponentType>>>;

export type OpenScreen = keyof typeof open;

export const openScreenNames = Object.keys(open) as OpenScreen[];

export function loadOpenScreen(name: OpenScreen): Promise<ComponentType> {
  return open[name]();
}

/** The open screen of an address; undefined for every other screen. */
export function openScreenAt(pathname: string): OpenScreen | undefined {
  const route = matchClientRoute(pathname);
  return openScreenNames.find((name) => clientRoutes[name] === route);
}
