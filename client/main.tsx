import './styles/main.css';

const channel = new MessageChannel();

/** Lets the browser paint and answer between two parts of the start. Browsers hold back nested timers for 4 ms each. */
const nextTask = () =>
  new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });

// The page names the files of its screen, each after what it imports. Evaluated one by one, none keeps the browser from painting and answering for as
// long as all of them together. One that cannot be loaded is reported by what needs it.
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
  await import(/* @vite-ignore */ href).catch(() => undefined);
  await nextTask();
}

await import('./app/start/start-app.tsx');
