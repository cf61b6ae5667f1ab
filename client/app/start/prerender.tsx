// Executed at build, in Node (build/prerendered-pages.ts).
import { renderToString } from 'react-dom/server';
import { OpenApp } from '#client/app/open/open-app.tsx';
import { loadOpenScreen, type OpenScreen } from '#client/app/open/open-screens.ts';
import { screens } from '#client/app/screens.ts';
import type { Navigation } from '#client/dom/navigation.tsx';
import { pageTitle } from '#client/dom/page-title.ts';
import { DemonstrationContext } from '#client/features/auth/demo-account.ts';
import { PasswordResetContext } from '#client/features/auth/forgot-link.tsx';
import { makeOpenStore } from '#client/store/make-open-store.ts';
import { prerenderedSession } from '#client/store/slices/session-slice.ts';
import { listedRoutes } from '#shared/routes.ts';

/** `isDemo`: the login form is filled with the sample credentials; `canReset`: it offers a new password. */
interface Variant {
  isDemo: boolean;
  canReset: boolean;
}

const variants: readonly Variant[] = [true, false].flatMap((isDemo) =>
  [true, false].map((canReset) => ({ isDemo, canReset })),
);

const navigation: Navigation = { state: null, go: () => undefined };

/** The page as React hydrates it in a browser. `isDemo`: the login form is filled with the sample credentials. */
async function render(name: OpenScreen, { isDemo, canReset }: Variant) {
  const screen = await loadOpenScreen(name);
  const markup = renderToString(
    <DemonstrationContext value={isDemo}>
      <PasswordResetContext value={canReset ? 'on' : 'off'}>
        <OpenApp store={makeOpenStore({ session: prerenderedSession })} screen={screen} navigation={navigation} />
      </PasswordResetContext>
    </DemonstrationContext>,
  );
  return { name, isDemo, canReset, title: pageTitle(screens[name].title), markup };
}

/** Rendered while the module is evaluated: Vite loads no further modules once its import has ended. */
export const rendered = await Promise.all(
  listedRoutes.flatMap((name) => variants.map((variant) => render(name, variant))),
);
