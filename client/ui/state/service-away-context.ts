import { createContext } from 'react';

/** Whether the frame says that the service does not answer: boxes in the screen then need not say it again. */
export const ServiceAwayContext = createContext(false);
