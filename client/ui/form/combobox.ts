/** The id of an option, by which the input of its combobox names the active one. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;

interface Combobox {
  listId: string;
  /** Whether the list is shown. */
  isShown: boolean;
  /** The index of the active option; -1 without one. */
  active: number;
}

/** The attributes of an input that leads a list of options, which never take the focus themselves (WAI-ARIA combobox). */
export function comboboxAttributes({ listId, isShown, active }: Combobox) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isShown,
    'aria-controls': isShown ? listId : undefined,
    'aria-activedescendant': isShown && active !== -1 ? optionId(listId, active) : undefined,
    autoComplete: 'off',
  } as const;
}

/**
 * The option that an arrow key leads to, round the ends of the list; undefined for another key. From the input alone, with
 * no active option, the way up leads to the last one.
 */
export function steppedOption(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  return undefined;
}
