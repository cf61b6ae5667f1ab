/** The longest side of a picture in a message, in rem; several are tiles. */
const longest = 20;

interface Box {
  width: string;
  aspectRatio: string;
}

/** Where a picture stands before it is loaded: nothing moves when it comes. The first of three is as wide as the others. */
export function boxOf({ width, height }: { width: number; height: number }, count: number, index: number): Box {
  if (count > 1) return { width: '100%', aspectRatio: count === 3 && index === 0 ? '2' : '1' };
  const ratio = Math.min(2.5, Math.max(0.4, width / height));
  // Small pictures are not enlarged.
  const side = Math.min(longest, Math.max(width, height) / 16);
  return { width: `${(ratio >= 1 ? side : side * ratio).toFixed(2)}rem`, aspectRatio: String(ratio) };
}
