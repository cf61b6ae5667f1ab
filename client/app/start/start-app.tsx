import { makeStore } from '#client/store/make-store.ts';
import { prerenderedSession } from '#client/store/slices/session-slice.ts';
import { makeRouter } from '../router.tsx';
import { beforeScreen } from './before-screen.ts';
import { codeOf, showApp } from './show-app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const isPrerendered = root.dataset.prerendered !== undefined;
// A screen that was opened with a state of the router is another than the one that was pre-rendered.
const hasState = Boolean((history.state as { usr?: unknown } | null)?.usr);
const isTakenOver = isPrerendered && !hasState;
const store = makeStore(isPrerendered ? { session: prerenderedSession } : undefined);
const code = codeOf(location.pathname);
// The page has named the code of its screen, and its first calls: they are usually here together. One that came pre-rendered is
// taken over first, and the loading gate asks for the profile beside it.
await (isTakenOver ? code : beforeScreen(store, location, code));
showApp(root, store, makeRouter(), isTakenOver);
