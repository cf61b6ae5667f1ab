import listed from './catalogue.json' with { type: 'json' };

export interface ListedSkill {
  /** As everybody sees it. */
  name: string;
  /** Other ways to write it. Case, spaces, dots, hyphens, underscores and slashes make no other way. */
  spellings: string[];
  /** Common mistakes. They are understood, and never shown. */
  misspellings: string[];
}

export interface Catalogue {
  /** The day of its last change. */
  version: string;
  skills: ListedSkill[];
}

/** Written for this project, from its authors' own knowledge: no other list was copied. */
export const catalogue: Catalogue = listed;
