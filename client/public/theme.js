// Runs before the first paint, so that a dark theme never flashes white, and again whenever another tab changes the
// choice, also while the program itself is still loading. Kept tiny: it blocks rendering.
(() => {
  const key = 'dotcode:preferences';
  const { documentElement: root } = document;

  /** @param {string} name @param {unknown} value @param {string[]} allowed */
  const set = (name, value, allowed) => {
    if (typeof value === 'string' && allowed.includes(value)) root.dataset[name] = value;
    else delete root.dataset[name];
  };
  const apply = () => {
    /** @type {{theme?: string, motion?: string, text?: string, links?: string}} */
    let saved = {};
    try {
      saved = JSON.parse(localStorage.getItem(key) ?? '{}') ?? {};
    } catch {
      // No storage, or not ours: the system's choice stands.
    }
    set('theme', saved.theme, ['light', 'dark']);
    set('motion', saved.motion, ['reduce']);
    set('text', saved.text, ['larger']);
    set('links', saved.links, ['underline']);
    const dark =
      saved.theme === 'dark' || (saved.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0e1118' : '#f3f4f8');
  };
  apply();
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) apply();
  });
})();
