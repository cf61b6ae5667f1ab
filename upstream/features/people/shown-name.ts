/**
 * Each letter with the characters that look like it. Names are compared in lower case, so capitals stand here only
 * where the small letter differs.
 */
const lookLike: Readonly<Record<string, string>> = {
  // Latin i, I, l, 1 and | are one, because fonts draw some of them alike.
  ...{
    i: 'l',
    ı: 'l',
    '1': 'l',
    '|': 'l',
    '!': 'l',
    ł: 'l',
    '0': 'o',
    ø: 'o',
    '5': 's',
    đ: 'd',
    ħ: 'h',
    ŧ: 't',
    ɑ: 'a',
  },
  // Cyrillic.
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', ё: 'e', н: 'h', һ: 'h', і: 'l', ї: 'l', ј: 'j', к: 'k', ӏ: 'l', м: 'm' },
  ...{ о: 'o', р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', ц: 'u', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y', ү: 'y', п: 'n', з: '3' },
  // Greek.
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'l', κ: 'k', μ: 'u', ν: 'v', ο: 'o', ρ: 'p', σ: 'o', τ: 't', υ: 'u', χ: 'x' },
  ...{ γ: 'y', ω: 'w', ζ: 'z' },
  // Armenian.
  ...{ օ: 'o', ս: 'u', հ: 'h', ո: 'n', ց: 'g', զ: 'q' },
};

/**
 * Two names with one skeleton look alike: letters of other alphabets, accents, case and spaces do not count. Follows
 * Unicode's UTS 39 with only the characters that make names look like other names.
 */
export function nameSkeleton(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Z}\p{P}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
  let skeleton = '';
  for (const letter of plain) skeleton += lookLike[letter] ?? letter;
  return skeleton.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** The name that others see in place of one that a moderator has hidden. */
export const hiddenName = { firstName: 'Hidden', lastName: 'name' } as const;

export interface NameRow {
  first_name: string;
  last_name: string;
  /** The name that a moderator has hidden, as `nameKey` writes it; empty for none. */
  hidden_name: string;
}

/** The key by which a hidden name is recognised: the same name in other letters stays hidden, another name shows. */
export function nameKey({ first_name, last_name }: Pick<NameRow, 'first_name' | 'last_name'>): string {
  return nameSkeleton(`${first_name} ${last_name}`);
}

export function isNameHidden(row: NameRow): boolean {
  return row.hidden_name !== '' && row.hidden_name === nameKey(row);
}

/** The name as everybody but its owner and moderators reads it. */
export function shownName(row: NameRow): { firstName: string; lastName: string } {
  return isNameHidden(row) ? hiddenName : { firstName: row.first_name, lastName: row.last_name };
}
