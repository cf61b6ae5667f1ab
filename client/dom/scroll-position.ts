/** Within this many pixels of its end, a thread follows what arrives. */
const followWithin = 80;

export function isAtEnd(box: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight <= followWithin;
}

/** Where to scroll so that what was in view stays there after something was put before it. */
export function keptPosition(before: { scrollTop: number; scrollHeight: number }, scrollHeight: number): number {
  return before.scrollTop + (scrollHeight - before.scrollHeight);
}
