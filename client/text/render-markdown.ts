import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';

// Loaded on demand (about 50 kB): import it with `import()` only.

/** More than our own limit (20,000), because other clients of other upstreams may have stored more. */
const maxCharacters = 50_000;
/** How many nodes the browser's HTML parser may be made to build, before raw tags are shown as text instead. */
const maxParserNodes = 100_000;
/** The sanitiser clones recursively: more raw tags than this could be a tower without end. */
const maxRawTags = 2500;
const maxElements = 10_000;
const maxDepth = 40;

const allowedTags = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div', 'ul', 'ol', 'li', 'dl', 'dt'],
  ...['dd', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'sub', 'sup', 'small', 'kbd', 'code', 'a', 'img'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
];
const allowedAttributes = ['href', 'src', 'alt', 'title', 'class', 'colspan', 'rowspan', 'start'];

const withHtml = new MarkdownIt({ html: true, linkify: true, maxNesting: 30 });
const withoutHtml = new MarkdownIt({ html: false, linkify: true, maxNesting: 30 });

/**
 * Markdown in (other clients' HTML may be inside), safe nodes out. The result is a fragment, never a string: nothing
 * is parsed a second time, so markup cannot change its meaning on the way into the page.
 */
export function renderMarkdown(source: string): DocumentFragment {
  const text = source.slice(0, maxCharacters);
  const html = toHtml(text);
  // Every element writes one tag or two: so many tags need not even be parsed.
  if (html.split('<').length > 2 * maxElements) return asPlainText(text);
  const clean: DocumentFragment | null = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
    // What is left of these when only their tags go would read as noise.
    FORBID_CONTENTS: [
      'script',
      'style',
      'template',
      'noscript',
      'iframe',
      'object',
      'svg',
      'math',
      'select',
      'textarea',
    ],
    RETURN_DOM_FRAGMENT: true,
  });
  // Its types do not say so, but a text of nothing but a frameset comes back as null.
  const fragment = clean ?? document.createDocumentFragment();
  const elements = fragment.querySelectorAll('*');
  if (elements.length > maxElements) return asPlainText(text);
  flatten(fragment);
  for (const element of fragment.querySelectorAll('*')) settle(element);
  if (source.length > maxCharacters) fragment.append(paragraph('The rest of this text is too long to show.'));
  return fragment;
}

function toHtml(text: string): string {
  if ((text.match(/<[a-z!/?]/gi)?.length ?? 0) > maxRawTags) return withoutHtml.render(text);
  const html = isWholeHtml(text) ? text : withHtml.render(text);
  return parserCost(text, html) > maxParserNodes ? withoutHtml.render(text) : html;
}

/** What other clients' editors store is HTML from end to end: as Markdown, a blank line in a `pre` would break it. */
function isWholeHtml(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.endsWith('>') || /^(?:#{1,6} |[-*+] |\d+[.)] |```|~~~|> )/m.test(trimmed)) return false;
  return /^<(?:p|h[1-6]|ul|ol|div|pre|blockquote|table)[\s>]/i.test(trimmed);
}

/**
 * An upper bound. The HTML parser opens every unclosed formatting element again in each following block, so unclosed
 * ones multiply with tags. It keeps at most three alike of each name, but any number whose attributes differ.
 */
function parserCost(source: string, html: string): number {
  const names = new Set<string>();
  let withAttributes = 0;
  for (const [, name = '', next] of source.matchAll(formattingTag)) {
    names.add(name.toLowerCase());
    if (next !== '>') withAttributes += 1;
  }
  return (names.size * 3 + withAttributes) * (html.split('<').length - 1);
}

const formattingTag = /<(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)([\s/>])/gi;

function asPlainText(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const part of text.split(/\n{2,}/)) fragment.append(paragraph(part));
  return fragment;
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

/** Elements below the depth limit give way to their text, so that neither layout nor a walk can run out of stack. */
function flatten(root: DocumentFragment): void {
  let level: Element[] = [...root.children];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth === maxDepth) {
      for (const element of level) element.replaceChildren(element.textContent);
      return;
    }
    level = level.flatMap((element) => [...element.children]);
  }
}

/** What the allow-list alone cannot say about one element. */
function settle(element: Element): void {
  if (element instanceof HTMLAnchorElement) settleLink(element);
  else if (element instanceof HTMLImageElement) settleImage(element);
  else if (/^H[1-6]$/.test(element.tagName)) shiftHeading(element);
  else if (element.tagName === 'TABLE') wrapTable(element);
  else if (element.tagName === 'PRE' && !element.querySelector('code')) wrapCode(element);
  const language =
    element.tagName === 'CODE' ? /(?:^|\s)(language-[\w+#-]{1,30})/.exec(element.className)?.[1] : undefined;
  if (language) element.className = language;
  else element.removeAttribute('class');
}

function settleLink(link: HTMLAnchorElement): void {
  const url = parsedUrl(link.getAttribute('href'));
  if (url?.protocol !== 'https:' && url?.protocol !== 'mailto:' && url?.protocol !== 'http:') {
    link.replaceWith(...link.childNodes);
    return;
  }
  // Only https and mailto: plain http is lifted, since nearly every host answers it and nothing else may leave.
  if (url.protocol === 'http:') url.protocol = 'https:';
  link.setAttribute('href', url.href);
  link.rel = 'nofollow noopener noreferrer ugc';
  if (url.protocol === 'https:') link.target = '_blank';
}

function settleImage(image: HTMLImageElement): void {
  const url = parsedUrl(image.getAttribute('src'));
  if (url?.protocol !== 'https:') {
    image.replaceWith(image.alt);
    return;
  }
  const safe = document.createElement('img');
  // Set before src, so that the first request already obeys them.
  safe.referrerPolicy = 'no-referrer';
  safe.setAttribute('loading', 'lazy');
  safe.decoding = 'async';
  safe.alt = image.alt;
  if (image.title) safe.title = image.title;
  safe.src = url.href;
  image.replaceWith(safe);
}

/** Only whole addresses: a relative one would point into this application. */
function parsedUrl(value: string | null): URL | null {
  return value === null ? null : URL.parse(value.trim());
}

/** The page's own headings are h1 and h2, so the author's begin at h3. */
function shiftHeading(heading: Element): void {
  const level = Math.min(6, Number(heading.tagName[1]) + 2);
  const shifted = document.createElement(`h${level}`);
  shifted.append(...heading.childNodes);
  heading.replaceWith(shifted);
}

/** A wide table scrolls by itself, also by keyboard, instead of widening the page. */
function wrapTable(table: Element): void {
  const box = document.createElement('div');
  box.className = 'prose-table';
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', 'Table');
  table.replaceWith(box);
  box.append(table);
}

/** Other clients' editors write code as a bare `pre`. */
function wrapCode(pre: Element): void {
  const code = document.createElement('code');
  code.append(...pre.childNodes);
  pre.append(code);
}
