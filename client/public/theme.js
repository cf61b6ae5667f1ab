// Runs before the first paint, so that a dark theme never flashes white, and again whenever the choice or the system's
// theme changes, here or in another tab, also while the program itself is still loading. Tiny: it blocks rendering.
(() => {
  const key = 'dotcode:preferences';
  const { documentElement: root } = document;
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

  /** @param {string} name @param {unknown} value @param {string[]} allowed */
  const set = (name, value, allowed) => {
    if (typeof value === 'string' && allowed.includes(value)) root.dataset[name] = value;
    else delete root.dataset[name];
  };
  const read = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      // No storage: the system's choice stands.
      return null;
    }
  };
  /** @param {string | null} text */
  const apply = (text) => {
    /** @type {{theme?: string, density?: string, motion?: string, text?: string, links?: string}} */
    let saved = {};
    try {
      saved = JSON.parse(text ?? '{}') ?? {};
    } catch {
      // Not ours.
    }
    set('theme', saved.theme, ['light', 'dark']);
    set('density', saved.density, ['compact']);
    set('motion', saved.motion, ['reduce']);
    set('text', saved.text, ['larger']);
    set('links', saved.links, ['underline']);
    const dark = saved.theme === 'dark' || (saved.theme !== 'light' && systemIsDark.matches);
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0e1118' : '#f3f4f8');
  };
  apply(read());
  systemIsDark.addEventListener('change', () => apply(read()));
  addEventListener('storage', (event) => {
    if (event.key === key) apply(event.newValue);
    else if (event.key === null) apply(read());
  });
})();
