type Politeness = 'polite' | 'assertive';

/**
 * Says something to screen readers through the two live regions that the root layout mounts at start. The text is
 * replaced after a moment of emptiness, so that saying the same thing twice is heard twice.
 */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  const region = document.getElementById(`announcer-${politeness}`);
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}
