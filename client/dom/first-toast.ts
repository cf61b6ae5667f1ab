let isWanted = false;
const waiting = new Set<() => void>();

/** Calls back with the first toast, or now where there was one. Returns how to call it off. */
export function onFirstToast(run: () => void): () => void {
  if (isWanted) run();
  else waiting.add(run);
  return () => void waiting.delete(run);
}

/** Loads the toast area now. Otherwise it is loaded soon after the user's first press or key. */
export function wantToasts(): void {
  isWanted = true;
  for (const bring of waiting) bring();
  waiting.clear();
}

export function areToastsWanted(): boolean {
  return isWanted;
}
