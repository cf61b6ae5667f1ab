import { createContext } from 'react';

/** Whether pictures of other sites load, which tells those sites who looks. */
export interface ForeignPictureRule {
  mayLoad: (src: string) => boolean;
  /** Lets one picture load for as long as the page is open; undefined where all load. */
  load?: (src: string) => void;
}

export const ForeignPictures = createContext<ForeignPictureRule>({ mayLoad: () => true });
