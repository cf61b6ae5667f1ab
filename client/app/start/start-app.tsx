import { createRoot } from 'react-dom/client';
import { makeStore } from '#client/store/make-store.ts';
import { prerenderedSession } from '#client/store/slices/session-slice.ts';
import { makeRouter } from '../router.tsx';
import { reportingOptions } from './react-options.ts';
import { codeOf, showApp } from './show-app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const isPrerendered = root.dataset.prerendered !== undefined;
const store = makeStore(isPrerendered ? { session: prerenderedSession } : undefined);
const router = makeRouter();
// The page has named the code of its screen: it is usually here before the profile is.
void codeOf(location.pathname).then(() => showApp(createRoot(root, reportingOptions()), store, router));
