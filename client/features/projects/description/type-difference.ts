/** Changes a field's text to `next` as if typed, in one step of the browser's undo. False where the browser refuses. */
export function typeDifference(field: HTMLTextAreaElement, next: string): boolean {
  const { value } = field;
  let from = 0;
  while (from < value.length && value[from] === next[from]) from += 1;
  let tail = 0;
  const most = Math.min(value.length, next.length) - from;
  while (tail < most && value[value.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1;
  field.setSelectionRange(from, value.length - tail);
  const typed = next.slice(from, next.length - tail);
  try {
    // execCommand is deprecated, but nothing else changes a field in a way that undo can take back.
    return document.execCommand(typed === '' ? 'delete' : 'insertText', false, typed);
  } catch {
    return false;
  }
}
