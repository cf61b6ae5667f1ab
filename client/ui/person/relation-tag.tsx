import Clock from 'lucide-react/icons/clock';
import Link2 from 'lucide-react/icons/link-2';
import type { CardRelation } from '#client/text/relation.ts';

const looks = {
  pending: { icon: Clock, word: 'Pending', className: 'text-warning' },
  connected: { icon: Link2, word: 'Connected', className: 'text-accent' },
} as const;

/** The relation as a word with an icon; renders nothing for `none`. */
export function RelationTag({ relation, word }: { relation: CardRelation; word?: string }) {
  if (relation === 'none') return null;
  const { icon: Icon, word: usual, className } = looks[relation];
  return (
    <span className={`inline-flex items-center gap-1 text-micro ${className}`}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{word ?? usual}</span>
    </span>
  );
}
