import { memo } from 'react';
import { Link } from 'react-router-dom';
import { fullName, skillList } from '#client/lib/text/person.ts';
import type { CardRelation } from '#client/lib/text/relation.ts';
import { Highlight, matchesIn } from '#client/ui/highlight.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelationTag } from '#client/ui/person/relation.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

interface Props {
  person: User;
  relation: CardRelation;
  q: string;
}

export const FoundPerson = memo(function FoundPerson({ person, relation, q }: Props) {
  return (
    <li className="relative flex items-start gap-3 p-4 hover:bg-base-content/6">
      <Avatar person={person} size={48} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="flex flex-wrap items-baseline justify-between gap-2">
          <Link
            to={to.otherProfile(person._id)}
            data-row
            className="font-semibold after:absolute after:inset-0"
            dir="auto"
          >
            <Marked text={fullName(person)} q={q} />
          </Link>
          <RelationTag relation={relation} />
        </p>
        <p className="line-clamp-2 text-muted text-small" dir="auto">
          <Marked text={fittingText([person.headline, person.about], q)} q={q} wordStarts />
        </p>
        <p className="mt-1 font-mono text-micro text-muted">
          <Marked text={skillList(person.skills).slice(0, 8).join('\u00a0· ')} q={q} wordStarts />
        </p>
      </div>
    </li>
  );
});

/** Screen readers read the text without the marks. */
function Marked({ text, q, wordStarts = false }: { text: string; q: string; wordStarts?: boolean }) {
  const matches = matchesIn(text, q.trim(), { wordStarts });
  return <Highlight text={text} matches={matches} className="bg-primary/30 text-base-content" />;
}

const lead = 40;

/** The first text in which a word starts with the query, cut to begin shortly before that word; else the first text. */
export function fittingText(texts: readonly (string | undefined)[], q: string): string {
  const known = texts.filter((text): text is string => text !== undefined && text.trim() !== '');
  for (const text of known) {
    const [found] = matchesIn(text, q.trim(), { wordStarts: true });
    if (!found) continue;
    if (found.start <= 2 * lead) return text;
    return `…${text.slice(text.lastIndexOf(' ', found.start - lead) + 1)}`;
  }
  return known[0] ?? '';
}
