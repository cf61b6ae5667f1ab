/** A text field's value with its selection. */
export interface Selected {
  value: string;
  start: number;
  end: number;
}

export type MarkdownAction = 'bold' | 'italic' | 'heading' | 'list' | 'link' | 'code';

/** Applies a toolbar action to the text; a second time undoes it. The selection stays on the user's own words. */
export function applyMarkdown(action: MarkdownAction, text: Selected): Selected {
  const transforms: Record<MarkdownAction, (text: Selected) => Selected> = {
    bold: (t) => toggleAround(t, '**', 'bold text'),
    italic: (t) => toggleAround(t, '_', 'italic text'),
    heading: (t) => togglePrefix(t, '## ', /^#{1,6} /),
    list: (t) => togglePrefix(t, '- ', /^[-*+] /),
    link: insertLink,
    code: toggleCode,
  };
  return transforms[action](text);
}

function replace(text: Selected, from: number, to: number, by: string, start: number, end: number): Selected {
  return { value: text.value.slice(0, from) + by + text.value.slice(to), start, end };
}

function toggleAround(text: Selected, mark: string, placeholder: string): Selected {
  const { value, start, end } = trimmed(text);
  const size = mark.length;
  const selected = value.slice(start, end);
  const isOutside = value.slice(start - size, start) === mark && value.slice(end, end + size) === mark;
  if (isOutside && start >= size) {
    return replace({ value, start, end }, start - size, end + size, selected, start - size, end - size);
  }
  if (selected.length > 2 * size && selected.startsWith(mark) && selected.endsWith(mark)) {
    const inner = selected.slice(size, -size);
    return replace({ value, start, end }, start, end, inner, start, start + inner.length);
  }
  const words = selected || placeholder;
  return replace({ value, start, end }, start, end, mark + words + mark, start + size, start + size + words.length);
}

/** Narrows the selection to its words: in Markdown, "** bold **" is not bold. */
function trimmed({ value, start, end }: Selected): Selected {
  const selected = value.slice(start, end);
  if (selected.trim() === '') return { value, start, end };
  return {
    value,
    start: start + (selected.length - selected.trimStart().length),
    end: end - (selected.length - selected.trimEnd().length),
  };
}

function lineRange({ value, start, end }: Selected): { from: number; to: number } {
  const from = value.lastIndexOf('\n', start - 1) + 1;
  // A selection that ends at the start of a line does not include that line.
  const last = end > start && value[end - 1] === '\n' ? end - 1 : end;
  const next = value.indexOf('\n', last);
  return { from, to: next === -1 ? value.length : next };
}

function mapLines(text: Selected, map: (lines: string[]) => string[]): Selected {
  const { from, to } = lineRange(text);
  const before = text.value.slice(from, to);
  const after = map(before.split('\n')).join('\n');
  const end = from + after.length;
  if (text.start !== text.end) return replace(text, from, to, after, from, end);
  const caret = Math.max(from, Math.min(end, text.start + after.length - before.length));
  return replace(text, from, to, after, caret, caret);
}

/** Puts `prefix` before each selected line, in the place of a similar mark; takes it away where all have one. */
function togglePrefix(text: Selected, prefix: string, mark: RegExp): Selected {
  return mapLines(text, (lines) => {
    const hasWords = lines.some((line) => line !== '');
    const isOn = hasWords && lines.every((line) => line === '' || mark.test(line));
    return lines.map((line) => (line === '' && hasWords ? line : `${isOn ? '' : prefix}${line.replace(mark, '')}`));
  });
}

function insertLink(text: Selected): Selected {
  const { value, start, end } = trimmed(text);
  const selected = value.slice(start, end);
  // A selected address becomes the link target, other words become its text. The missing part is selected for typing.
  if (/^https?:\/\/\S+$/.test(selected)) {
    return replace({ value, start, end }, start, end, `[link text](${selected})`, start + 1, start + 10);
  }
  const words = selected || 'link text';
  const at = start + words.length + 3;
  return replace({ value, start, end }, start, end, `[${words}](https://)`, at, at + 'https://'.length);
}

function toggleCode(text: Selected): Selected {
  const selected = text.value.slice(text.start, text.end);
  if (!selected.includes('\n')) return toggleAround(text, '`', 'code');
  const { from, to } = lineRange(text);
  const block = text.value.slice(from, to);
  const fenced = /^(`{3,})[^\n]*\n([\s\S]*?)\n?\1$/.exec(block);
  if (fenced) {
    const inner = fenced[2] ?? '';
    return replace(text, from, to, inner, from, from + inner.length);
  }
  const longest = Math.max(2, ...[...block.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const start = from + fence.length + 1;
  return replace(text, from, to, `${fence}\n${block}\n${fence}`, start, start + block.length);
}

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
