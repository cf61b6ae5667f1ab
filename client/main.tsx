import './styles/main.css';

/** Lets the browser paint and answer between two parts of the start. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// The page of a build names its files, what they import before them. Evaluated one by one, none keeps the browser from
// painting and answering for as long as all of them together. One that cannot be loaded is reported by what needs it.
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
  await import(/* @vite-ignore */ href).catch(() => undefined);
  await nextTask();
}

const isPrerendered = document.getElementById('root')?.dataset.prerendered !== undefined;
// A screen that was opened with a state of the router is another than the one that was pre-rendered.
const hasState = Boolean((history.state as { usr?: unknown } | null)?.usr);
await (isPrerendered && !hasState ? import('./app/open/start-open.tsx') : import('./app/start/start-app.tsx'));
