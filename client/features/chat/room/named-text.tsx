import { classNames } from '#client/dom/class-names.ts';
import { fullName } from '#client/text/person.ts';
import { useMessageTools } from '../actions/message-tools.ts';

/** A text of a message with the people whom it names marked. */
export function NamedText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const { own, people } = useMessageTools();
  const ids = new Map(
    people.flatMap((person) => (person && mentions.includes(person._id) ? [[`@${fullName(person)}`, person._id]] : [])),
  );
  return namedPieces(text, [...ids.keys()]).map(({ piece, at, isName }) =>
    isName ? (
      <span
        key={at}
        className={classNames(
          'font-semibold',
          ids.get(piece) === own._id && 'rounded box-decoration-clone bg-primary px-1 text-primary-content',
        )}
      >
        {piece}
      </span>
    ) : (
      <span key={at}>{piece}</span>
    ),
  );
}

/** The text in pieces: the names, and what is between them. A longer name wins over one that it begins with. */
export function namedPieces(text: string, names: readonly string[]): { piece: string; at: number; isName: boolean }[] {
  const pieces: { piece: string; at: number; isName: boolean }[] = [];
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  let plain = 0;
  const endPlain = (end: number) => {
    if (end > plain) pieces.push({ piece: text.slice(plain, end), at: plain, isName: false });
  };
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, plain))) {
    const name = longestFirst.find((each) => text.startsWith(each, at));
    if (name === undefined) continue;
    endPlain(at);
    pieces.push({ piece: name, at, isName: true });
    plain = at + name.length;
  }
  endPlain(text.length);
  return pieces;
}
