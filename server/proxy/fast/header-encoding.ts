/**
 * Each piece of memory as text. Pieces in the order in which they lie in one block, as a parser finds them, are read
 * together and then cut apart: it is each reading that costs, not its length.
 */
export function latin1Texts(pieces: readonly Buffer[]): string[] {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined || !liesInOrder(pieces, first)) return pieces.map(latin1);
  const start = first.byteOffset;
  const whole = latin1(Buffer.from(first.buffer, start, last.byteOffset + last.length - start));
  return pieces.map(({ byteOffset, length }) => whole.slice(byteOffset - start, byteOffset - start + length));
}

function liesInOrder(pieces: readonly Buffer[], first: Buffer): boolean {
  const { buffer } = first;
  let end = first.byteOffset;
  for (const piece of pieces) {
    if (piece.buffer !== buffer || piece.byteOffset < end) return false;
    end = piece.byteOffset + piece.length;
  }
  return true;
}

function latin1(bytes: Buffer): string {
  return bytes.toString('latin1');
}
