import './styles/main.css';

/** Lets the browser paint and answer between two parts of the start. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// The page of a build names its files, what they import before them. Evaluated one by one, none keeps the browser from
// painting and answering for as long as all of them together. One that cannot be loaded is reported by what needs it.
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
  await import(/* @vite-ignore */ href).catch(() => undefined);
  await nextTask();
}
await import('./app/start/start-app.tsx');
