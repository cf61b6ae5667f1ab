import * as client from 'react-dom/client';

/**
 * React's packages are evaluated by the first module that imports them. This one is in their own file
 * (build/client-chunks.ts), so that the largest evaluation of a start is a task of its own, before the other files are here.
 */
export const { createRoot, hydrateRoot } = client;
