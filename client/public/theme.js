// Runs before the first paint, so that a dark theme never flashes white. Kept tiny: it blocks rendering.
(() => {
  const root = document.documentElement;
  /** @type {{theme?: string, motion?: string, text?: string, links?: string}} */
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem('dotcode:preferences') ?? '{}') ?? {};
  } catch {
    // No storage, or not ours: the system's choice stands.
  }
  if (saved.theme === 'light' || saved.theme === 'dark') root.dataset.theme = saved.theme;
  if (saved.motion === 'reduce') root.dataset.motion = 'reduce';
  if (saved.text === 'larger') root.dataset.text = 'larger';
  if (saved.links === 'underline') root.dataset.links = 'underline';
  const dark =
    saved.theme === 'dark' || (saved.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0e1118' : '#f3f4f8');
})();
