type Politeness = 'polite' | 'assertive';

/**
 * Makes screen readers say a text, through the two live regions that the root layout mounts at start. The region is
 * emptied first for a moment, because screen readers do not repeat a text that has not changed.
 */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  const region = document.getElementById(`announcer-${politeness}`);
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}
