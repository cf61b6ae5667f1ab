/** The last text of the page, shown when the token is used up. */
export interface Outcome {
  title: string;
  words: string;
  next: 'login' | 'landing';
}
