/** What a list and a detail both show of a person or a project. */
export type SharedPart = 'cover' | 'face' | 'title';

/** Marks an element, so that a view transition finds it on both screens: see app/view-transitions.ts. */
export function sharedAs(part: SharedPart, id: string | undefined): { 'data-shared'?: string } {
  return id === undefined ? {} : { 'data-shared': `${part} ${id}` };
}
