import { createContext, type ReactNode } from 'react';

/** What the shell frames in the place of the route's screen: an error page, which has no screen of its own. */
export const FramedScreen = createContext<ReactNode>(undefined);
