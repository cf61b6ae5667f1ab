import { plainExcerpt } from './markdown/plain-excerpt.ts';

let segmenter: Intl.Segmenter | undefined;

/** The first whole sentence of a text in Markdown or HTML, as plain text. A heading or a list item is one. */
export function firstSentence(source: string): string {
  const [block = ''] = plainExcerpt(source, 600).split(' · ', 1);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' });
  const [first] = segmenter.segment(block);
  return first?.segment.trim() ?? '';
}
