import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';

// Loaded on demand (about 50 kB): import it with `import()` only.

/** More than our own limit of 20,000, because another upstream may store longer texts of other clients. */
const maxCharacters = 50_000;
/** With more nodes than this, raw tags are shown as text instead of being parsed. */
const maxParserNodes = 100_000;
/** The sanitiser recurses into nested elements: more raw tags than this could exhaust the stack. */
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
 * Renders Markdown, which may contain HTML of other clients, to safe nodes. Returns a fragment and not a string: text
 * that is parsed a second time could change its meaning and bypass the sanitiser.
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
    // Their content is removed too: without its tags it would read as noise.
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
  // Against its types, DOMPurify returns null for a text that is only a frameset.
  const fragment = clean ?? document.createDocumentFragment();
  const elements = fragment.querySelectorAll('*');
  if (elements.length > maxElements) return asPlainText(text);
  flatten(fragment);
  for (const element of fragment.querySelectorAll('*')) prepare(element);
  if (source.length > maxCharacters) fragment.append(paragraph('The rest of this text is too long to show.'));
  return fragment;
}

function toHtml(text: string): string {
  if ((text.match(/<[a-z!/?]/gi)?.length ?? 0) > maxRawTags) return withoutHtml.render(text);
  const html = isWholeHtml(text) ? text : withHtml.render(text);
  return parserCost(text, html) > maxParserNodes ? withoutHtml.render(text) : html;
}

/** Whether the text is HTML throughout, as some editors store it. As Markdown, a blank line in its `pre` would break it. */
function isWholeHtml(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.endsWith('>') || /^(?:#{1,6} |[-*+] |\d+[.)] |```|~~~|> )/m.test(trimmed)) return false;
  return /^<(?:p|h[1-6]|ul|ol|div|pre|blockquote|table)[\s>]/i.test(trimmed);
}

/**
 * An upper bound for the nodes that the HTML parser builds. It reopens every unclosed formatting element in each
 * following block, so unclosed ones multiply: at most three equal ones of each name, but any number that differ in
 * attributes.
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

/** Replaces elements below the depth limit by their text, so that layout and recursion cannot exhaust the stack. */
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

/** Checks and changes per element, beyond the allow-list. */
function prepare(element: Element): void {
  if (element instanceof HTMLAnchorElement) prepareLink(element);
  else if (element instanceof HTMLImageElement) prepareImage(element);
  else if (/^H[1-6]$/.test(element.tagName)) shiftHeading(element);
  else if (element.tagName === 'TABLE') wrapTable(element);
  else if (element.tagName === 'PRE' && !element.querySelector('code')) wrapCode(element);
  const language =
    element.tagName === 'CODE' ? /(?:^|\s)(language-[\w+#-]{1,30})/.exec(element.className)?.[1] : undefined;
  if (language) element.className = language;
  else element.removeAttribute('class');
  if (element.tagName === 'LI') prepareTask(element);
}

function prepareLink(link: HTMLAnchorElement): void {
  const url = parsedUrl(link.getAttribute('href'));
  if (url?.protocol !== 'https:' && url?.protocol !== 'mailto:' && url?.protocol !== 'http:') {
    link.replaceWith(...link.childNodes);
    return;
  }
  // Only https and mailto are allowed. http becomes https, which nearly every host supports.
  if (url.protocol === 'http:') url.protocol = 'https:';
  link.setAttribute('href', url.href);
  link.rel = 'nofollow noopener noreferrer ugc';
  if (url.protocol === 'https:') link.target = '_blank';
  // For paper, where a link is only its words.
  if (withoutScheme(link.textContent) !== withoutScheme(url.href)) link.dataset.address = url.href;
}

function withoutScheme(address: string): string {
  return address.trim().replace(/^(?:https?:\/\/|mailto:)|\/$/gi, '');
}

function prepareImage(image: HTMLImageElement): void {
  const url = parsedUrl(image.getAttribute('src'));
  if (url?.protocol !== 'https:') {
    image.replaceWith(image.alt);
    return;
  }
  const safe = document.createElement('img');
  // Set before src, so that they apply to the request.
  safe.referrerPolicy = 'no-referrer';
  safe.setAttribute('loading', 'lazy');
  safe.decoding = 'async';
  safe.alt = image.alt;
  if (image.title) safe.title = image.title;
  safe.addEventListener('error', () => safe.replaceWith(lostPicture(image.alt)), { once: true });
  safe.src = url.href;
  image.replaceWith(safe);
}

/** Turns `- [x] done` into a disabled checkbox, as GitHub does. */
function prepareTask(item: Element): void {
  const first = firstText(item);
  const mark = first && /^\s*\[([ xX])\]\s+/.exec(first.data);
  if (!first || !mark) return;
  first.data = first.data.slice(mark[0].length);
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.disabled = true;
  box.toggleAttribute('checked', mark[1] !== ' ');
  box.setAttribute('aria-label', mark[1] === ' ' ? 'To do' : 'Done');
  first.before(box);
  item.className = 'task';
}

/** The first text of a list item, which is inside a paragraph where blank lines separate the items. */
function firstText(item: Element): Text | undefined {
  const begins = [...item.childNodes].find((node) => !(node instanceof Text) || node.data.trim() !== '');
  const first = begins instanceof HTMLParagraphElement ? begins.firstChild : begins;
  return first instanceof Text ? first : undefined;
}

/** Replaces a picture that cannot be loaded, for which the browser would show its own icon. */
function lostPicture(alt: string): HTMLElement {
  const words = document.createElement('span');
  words.className = 'lost-picture';
  words.textContent = alt || 'This picture could not be loaded';
  return words;
}

/** Only absolute addresses: a relative one would point into this application. */
function parsedUrl(value: string | null): URL | null {
  return value === null ? null : URL.parse(value.trim());
}

/** Lowers headings to h3 and below, because the page has its own h1 and h2. */
function shiftHeading(heading: Element): void {
  const level = Math.min(6, Number(heading.tagName[1]) + 2);
  const shifted = document.createElement(`h${level}`);
  shifted.append(...heading.childNodes);
  heading.replaceWith(shifted);
}

/** Puts tables into a scrolling, focusable box, so that a wide table does not widen the page. */
function wrapTable(table: Element): void {
  const box = document.createElement('div');
  box.className = 'prose-table';
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', 'Table');
  table.replaceWith(box);
  box.append(table);
}

/** Adds the `code` element inside a `pre`, which some editors leave out. */
function wrapCode(pre: Element): void {
  const code = document.createElement('code');
  code.append(...pre.childNodes);
  pre.append(code);
}
