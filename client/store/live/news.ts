/** Something the user may want to know now, wherever they are. */
export interface News {
  /** News of the same key replace each other. */
  key: string;
  text: string;
  /** The screen it belongs to: nothing is said while that is open. */
  href: string;
  action: string;
  /** Whom it is about: nothing is said of muted people. */
  personId?: string;
  kind: 'message' | 'people' | 'project' | 'failure';
}

export type Announce = (news: News) => void;
