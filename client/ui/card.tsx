import type { HTMLAttributes, Ref } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import type { CardRelation } from '#client/text/relation.ts';

interface Props extends HTMLAttributes<HTMLElement> {
  relation?: CardRelation;
  ref?: Ref<HTMLElement>;
}

/** An article whose leading edge states the relation. Print the word too: `<RelationTag>`. */
export function Card({ relation = 'none', className, ...rest }: Props) {
  return <article {...rest} data-relation={relation} className={classNames('card gutter overflow-clip', className)} />;
}
