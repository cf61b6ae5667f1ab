let segmenter: Intl.Segmenter | undefined;

/** At most `length` characters as a reader counts them: an emoji or a letter with its accents is never cut in two. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  segmenter ??= new Intl.Segmenter();
  let end = 0;
  for (const { index, segment } of segmenter.segment(text.slice(0, length + 64))) {
    if (index + segment.length > length) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
