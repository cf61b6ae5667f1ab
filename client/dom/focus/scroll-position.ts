/** A thread scrolled to within this many pixels of its end scrolls along with new messages. */
const followWithin = 80;

export function isAtEnd(box: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight <= followWithin;
}

/** The scroll position that keeps the visible messages in place after older ones were inserted above. */
export function keptPosition(before: { scrollTop: number; scrollHeight: number }, scrollHeight: number): number {
  return before.scrollTop + (scrollHeight - before.scrollHeight);
}
