/** An event to announce to the user on any screen. */
export interface News {
  /** The kind of the notification, a colon, and an id. News of the same key replace each other. */
  key: string;
  text: string;
  /** The path of its screen: not announced while that is open. */
  href: string;
  action: string;
  /** The id of the person it is about: muted people are not announced. */
  personId?: string;
  kind: 'message' | 'people' | 'project' | 'failure';
}

export type Announce = (news: News) => void;
