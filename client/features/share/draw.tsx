// Built for Node (client/build/share-pages.ts): the gateway loads it when the first public page is asked for.
import { renderToStaticMarkup } from 'react-dom/server';
import type { ShareDrawings } from '#shared/share-page.ts';
import { examples } from './examples.ts';
import { SharePage } from './share-page.tsx';

export const drawSharePage: ShareDrawings['drawSharePage'] = (shared, site) =>
  `<!doctype html>${renderToStaticMarkup(<SharePage shared={shared} site={site} />)}`;

/** Pages with every part, from which the build finds the styles that they need. */
export const drawExamples = (): string[] => examples.map((shared) => drawSharePage(shared, { origin: '', styles: '' }));
