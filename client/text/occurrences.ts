export interface Occurrence {
  start: number;
  end: number;
}

/** Where a lower-case text occurs, whatever its case there, as offsets of the text itself: lower case can be longer. */
export function occurrences(text: string, wanted: string): Occurrence[] {
  if (wanted === '') return [];
  let lower = '';
  /** For each unit of `lower`: where its character begins and ends in the text. */
  const places: Occurrence[] = [];
  let at = 0;
  for (const character of text) {
    const lowered = character.toLowerCase();
    for (let unit = 0; unit < lowered.length; unit += 1) places.push({ start: at, end: at + character.length });
    lower += lowered;
    at += character.length;
  }
  const found: Occurrence[] = [];
  for (let from = lower.indexOf(wanted); from !== -1; from = lower.indexOf(wanted, from + wanted.length)) {
    const first = places[from];
    const last = places[from + wanted.length - 1];
    if (first && last) found.push({ start: first.start, end: last.end });
  }
  return found;
}
