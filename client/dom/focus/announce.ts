type Politeness = 'polite' | 'assertive';

/** The length of a list that is not announced yet. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Makes screen readers say a text, through the two live regions that the root layout mounts at start. The region is
 * emptied first for a moment, because screen readers do not repeat a text that has not changed.
 */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  // The outcome of a press is announced in the place of the length, which would replace it before it is read.
  clearTimeout(waiting);
  const region = document.getElementById(`announcer-${politeness}`);
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}

/** Announces a text after half a second without another announcement. Returns how to withdraw it. */
export function announceSoon(text: string): () => void {
  clearTimeout(waiting);
  const own = setTimeout(() => announce(text), 500);
  waiting = own;
  return () => clearTimeout(own);
}
