import { makeStore } from '#client/store/make-store.ts';
import { prerenderedSession } from '#client/store/slices/session-slice.ts';
import { makeRouter } from '../router.tsx';
import { beforeScreen } from './before-screen.ts';
import { createRoot } from './react.ts';
import { reportingOptions } from './react-options.ts';
import { codeOf, showApp } from './show-app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const isPrerendered = root.dataset.prerendered !== undefined;
const store = makeStore(isPrerendered ? { session: prerenderedSession } : undefined);
// The page has named the code of its screen, and its first calls: they are usually here together.
const ready = beforeScreen(store, location, codeOf(location.pathname));
const router = makeRouter();
void ready.then(() => showApp(createRoot(root, reportingOptions()), store, router));
