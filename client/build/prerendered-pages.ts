import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { PurgeCSS } from 'purgecss';
import { type Plugin, type Rollup, runnerImport } from 'vite';
import { pageVariant } from '#shared/page-facts.ts';

/** The content of .vite/prerendered-pages.json, which the gateway reads. */
export interface PrerenderedPages {
  /** The sources of the inlined styles, and of those that a script adds, for the Content-Security-Policy. */
  styleSources: string[];
  /** Whole pages by the name of their route and their variant, see `pageVariant`. */
  pages: Record<string, Record<string, string>>;
}

/** One page as client/app/start/prerender.tsx renders it. */
interface RenderedPage {
  /** The name of the page's route. */
  name: string;
  /** Whether the login form is filled with the sample credentials. */
  isDemo: boolean;
  /** Whether the login form offers a new password. */
  canReset: boolean;
  title: string;
  markup: string;
}

/**
 * Renders the public pages to HTML with the client's own components, so that they show before any script has run. Each
 * page contains the styles that it needs; the whole stylesheet loads after the content.
 */
export function prerenderedPages(): Plugin {
  let byScript: readonly string[] = [];
  return {
    name: 'prerendered-pages',
    apply: 'build',
    enforce: 'post',
    // Before any page is rendered, for which there must be no document.
    async buildStart() {
      byScript = await stylesByScript();
    },
    async generateBundle(_options, bundle) {
      const html = pageOf(bundle);
      const rendered = await renderOpenPages();
      const markups = rendered.map(({ markup }) => `<html><body>${markup}</body></html>`);
      const styles = await neededStyles(markups, startStylesheet(bundle));
      const pages: PrerenderedPages['pages'] = {};
      for (const one of rendered) {
        const { name } = one;
        const page = composePage(html, one, styles);
        pages[name] = { ...pages[name], [pageVariant(one)]: page };
      }
      const styleSource = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`;
      const source = JSON.stringify({ styleSources: [styleSource, ...byScript], pages } satisfies PrerenderedPages);
      this.emitFile({ type: 'asset', fileName: '.vite/prerendered-pages.json', source });
    },
  };
}

async function renderOpenPages(): Promise<readonly RenderedPage[]> {
  const entry = fileURLToPath(new URL('../app/start/prerender.tsx', import.meta.url));
  return (await runClientModule<{ rendered: readonly RenderedPage[] }>(entry)).rendered;
}

/** Markup needs no styles, and Vite's runner cannot load them. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0without-styles' : undefined),
  load: (id) => (id === '\0without-styles' ? '' : undefined),
};

/** Executes a module of the client in Node. */
export async function runClientModule<Module extends object>(entry: string): Promise<Module> {
  const plugins = [react(), withoutStyles];
  const { module } = await runnerImport<Module>(entry, { configFile: false, logLevel: 'error', plugins });
  return module;
}

function pageOf(bundle: Rollup.OutputBundle): string {
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('The build has no page that could be pre-rendered.');
  return String(page.source);
}

const stylesheetLink = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/;

/** The stylesheet that every page loads. */
export function startStylesheet(bundle: Rollup.OutputBundle): string {
  const file = bundle[stylesheetLink.exec(pageOf(bundle))?.[1] ?? ''];
  if (file?.type !== 'asset') throw new Error('The page names no stylesheet.');
  return String(file.source);
}

/** The rules of the stylesheet that whole pages need, in their order. */
export async function neededStyles(pages: readonly string[], stylesheet: string): Promise<string> {
  const content = pages.map((raw) => ({ raw, extension: 'html' }));
  const [purged] = await new PurgeCSS().purge({
    content,
    // PurgeCSS drops a selector that begins with :where and has further parts. A leading * keeps the rule and matches
    // the same.
    css: [{ raw: stylesheet.replace(/(?<=[{},])(?=:where\()/g, '*') }],
    // PurgeCSS's default extractor splits sm:p-8 into two words.
    defaultExtractor: (html) => html.split(/[\s"'<>=]+/),
    // Set by /theme.js, by the user, or by React.
    dynamicAttributes: [
      'data-theme',
      'data-density',
      'data-motion',
      'data-text',
      'data-links',
      'aria-disabled',
      'disabled',
    ],
    keyframes: true,
    variables: true,
    // `--dim` stands in attributes of SVG drawings, where PurgeCSS looks for no variables.
    safelist: { standard: ['noscript'], variables: ['--dim'] },
  });
  if (purged === undefined) throw new Error('No styles were left for the pre-rendered pages.');
  return purged.css;
}

/** The page with the screen rendered into it. */
function composePage(html: string, { title, markup }: Pick<RenderedPage, 'title' | 'markup'>, styles: string): string {
  if (/\sstyle="/.test(markup))
    throw new Error(`"${title}" is rendered with a style attribute, which the page forbids.`);
  const [link = ''] = stylesheetLink.exec(html) ?? [];
  const changes: [RegExp, string][] = [
    [stylesheetLink, ''],
    [/<title>[^<]*<\/title>/, `<title>${title}</title>`],
    [/<\/head>/, `<style>${styles}</style></head>`],
    [/<div id="root">[\s\S]*?<\/div>\s*<\/div>/, `<div id="root" data-prerendered>${markup}</div>${link.trim()}`],
  ];
  return changes.reduce((page, [place, text]) => {
    if (!place.test(page)) throw new Error(`The page has no ${place}.`);
    return page.replace(place, () => text);
  }, html);
}

/** The package has no types. */
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: new () => { window: { document: Document } } };

/**
 * The sources of the styles that sonner 1.x adds to the page as it is evaluated, for the Content-Security-Policy. They are
 * observed in a document, as a browser would see them, so that no part of the package is changed or searched.
 */
async function stylesByScript(): Promise<string[]> {
  const { document } = new JSDOM().window;
  Object.assign(globalThis, { document });
  try {
    await import('sonner');
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
  const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent);
  // The package puts its element into the page before the text into the element: the policy is asked about both.
  return ['', ...styles].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
