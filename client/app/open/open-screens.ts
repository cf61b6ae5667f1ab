import type { ComponentType } from 'react';
import { clientRoutes, listedRoutes, matchClientRoute } from '#shared/routes.ts';

/** The screens that are pre-rendered for visitors without a session. */
const open: Record<OpenScreen, () => Promise<ComponentType>> = {
  landing: async () => (await import('#client/features/landing/landing-page.tsx')).LandingPage,
  login: async () => (await import('#client/features/auth/login-page.tsx')).LoginPage,
  privacy: async () => (await import('../legal/privacy-page.tsx')).PrivacyPage,
  terms: async () => (await import('../legal/terms-page.tsx')).TermsPage,
};

export type OpenScreen = (typeof listedRoutes)[number];

export function loadOpenScreen(name: OpenScreen): Promise<ComponentType> {
  return open[name]();
}

/** The open screen of an address; undefined for every other screen. */
export function openScreenAt(pathname: string): OpenScreen | undefined {
  const route = matchClientRoute(pathname);
  return listedRoutes.find((name) => clientRoutes[name] === route);
}
