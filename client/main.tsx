import './styles/main.css';

const channel = new MessageChannel();

/** Lets the browser paint and answer between two parts of the start. Browsers hold back nested timers for 4 ms each. */
const nextTask = () =>
  new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });

// The gateway names the files of the screen. The page itself fetches only the packages, which everything else imports:
// asked for together, React, the largest file, would be the last to arrive, with nothing evaluated before it.
for (const href of document.querySelector<HTMLMetaElement>('meta[name="screen-files"]')?.content.split(' ') ?? []) {
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  Object.assign(link, {
    rel: isStyle ? 'preload' : 'modulepreload',
    as: isStyle ? 'style' : '',
    crossOrigin: '',
    href,
  });
  document.head.append(link);
}

// Each file comes after what it imports. Evaluated one by one, none keeps the browser from painting and answering for as
// long as all of them together. One that cannot be loaded is reported by what needs it.
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
  await import(/* @vite-ignore */ href).catch(() => undefined);
  await nextTask();
}

await import('./app/start/start-app.tsx');
