// Executed at build, in Node (client/build/prerendered-pages.ts).
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router-dom';
import { App, codeIsHere, makeRoutes } from '#client/app/router.tsx';
import { screens } from '#client/app/screen-table.ts';
import { DemonstrationContext } from '#client/features/auth/copy.ts';
import { PasswordResetContext } from '#client/features/auth/forgot-link.tsx';
import { pageTitle } from '#client/lib/dom/page.ts';
import { makeStore } from '#client/state/make-store.ts';
import { prerenderedSession } from '#client/state/slices/session-slice.ts';
import { clientRoutes, listedRoutes } from '#shared/routes.ts';

/** `isDemo`: the login form is filled with the sample credentials; `canReset`: it offers a new password. */
interface Variant {
  isDemo: boolean;
  canReset: boolean;
}

const variants: readonly Variant[] = [true, false].flatMap((isDemo) =>
  [true, false].map((canReset) => ({ isDemo, canReset })),
);

/** The page as React hydrates it in a browser. `isDemo`: the login form is filled with the sample credentials. */
async function render(name: (typeof listedRoutes)[number], { isDemo, canReset }: Variant) {
  const store = makeStore({ session: prerenderedSession });
  const router = createMemoryRouter(makeRoutes(store), { initialEntries: [clientRoutes[name].path] });
  await codeIsHere(router);
  const markup = renderToString(
    <DemonstrationContext value={isDemo}>
      <PasswordResetContext value={canReset ? 'on' : 'off'}>
        <App store={store} router={router} />
      </PasswordResetContext>
    </DemonstrationContext>,
  );
  router.dispose();
  return { name, isDemo, canReset, title: pageTitle(screens[name].title), markup };
}

/** Rendered while the module is evaluated: Vite loads no further modules once its import has ended. */
export const rendered = await Promise.all(
  listedRoutes.flatMap((name) => variants.map((variant) => render(name, variant))),
);
