import { limits } from '#shared/limits.ts';

/** Each mark may become an element, and each address a link, which takes as long as a few elements. */
const mostMarks = 3000;
const marksOfAddress = 4;

/** More of these markers at the beginning of a line would be nested deeper than a parser's stack. */
const deepMarkers = /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){20})(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))+/gm;

/** Cuts Markdown of others to what any parser turns into elements soon. */
export function cappedMarkdown(source: string): { text: string; isCut: boolean } {
  const text = source.slice(0, limits.projectDescription.max).replace(deepMarkers, '$1 ');
  let marks = 0;
  for (const { index, 0: mark } of text.matchAll(/[#*_`[\]|>~\n+@-]|:\/\//g)) {
    marks += mark === '@' || mark === '://' ? marksOfAddress : 1;
    if (marks > mostMarks) return { text: text.slice(0, index), isCut: true };
  }
  return { text, isCut: source.length > limits.projectDescription.max };
}
