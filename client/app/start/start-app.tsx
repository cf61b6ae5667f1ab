import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { beginProfileLoad } from '#client/api/auth-api.ts';
import { notePrerenderedForm } from '#client/lib/dom/page.ts';
import { createKeptCopies } from '#client/state/kept/kept-copies.ts';
import { makeStore } from '#client/state/make-store.ts';
import { prerenderedSession } from '#client/state/slices/session-slice.ts';
import { App, codeIsHere, makeRouter } from '../router.tsx';
import { reportingOptions } from './report-errors.ts';

declare global {
  interface Window {
    /** The button that was pressed last before the program had started (public/early-press.js). */
    earlyPress?: HTMLElement | null;
  }
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const isPrerendered = root.dataset.prerendered !== undefined;
// A screen that was opened with a state of the router or a hash is another than the one that was pre-rendered.
const isOther = Boolean((history.state as { usr?: unknown } | null)?.usr) || location.hash !== '';
const isTakenOver = isPrerendered && !isOther;
const keptCopies = createKeptCopies(() => import('#client/lib/device/kept-storage.ts'));
const store = makeStore(isPrerendered ? { session: prerenderedSession } : undefined, keptCopies);

// The one forced load: it is under way before there is a router, and the loading gate waits for it.
void store.dispatch(beginProfileLoad());
const router = makeRouter(store);
// A pre-rendered page shows its screen until it is taken over as a whole.
if (isTakenOver) await codeIsHere(router);

const app = (
  <StrictMode>
    <App store={store} router={router} />
  </StrictMode>
);
const options = reportingOptions();
if (isPrerendered) notePrerenderedForm(root);
// As a transition, React draws it in small steps, between which the browser can paint and answer.
startTransition(() => {
  if (isTakenOver) hydrateRoot(root, app, options);
  else createRoot(root, options).render(app);
});
// From here on React hears every press. It hydrates what is pressed at once.
document.onclick = null;
window.earlyPress?.click();
