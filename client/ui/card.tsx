import type { HTMLAttributes, Ref } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';

interface Props extends HTMLAttributes<HTMLElement> {
  ref?: Ref<HTMLElement>;
}

/** An article about a person or a project. Its relation is printed as a word: `<RelationTag>`. */
export function Card({ className, ...rest }: Props) {
  return <article {...rest} className={classNames('card overflow-clip', className)} />;
}

/** The classes of a grid of cards: one, two or three columns, by the width of the window. */
export const cardGrid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3';
