import type { ComponentProps } from 'react';
import { useState } from 'react';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { cappedMarkdown } from '#client/lib/text/markdown/capped-markdown.ts';
import { CodeBlock } from './code-block.tsx';
import { limitTree } from './limit-tree.ts';

// Loaded on demand: import it with `import()` only.

export interface MarkdownProps {
  source: string;
  /** Plugins that parse the HTML in the text; without them, tags are shown as text. */
  html?: Pick<Options, 'remarkPlugins' | 'rehypePlugins'>;
}

/** Shows Markdown of others: bounded, sanitised, with links and pictures over https alone. */
export function Markdown({ source, html }: MarkdownProps) {
  const { text, isCut } = cappedMarkdown(source);
  return (
    <>
      <ReactMarkdown
        remarkPlugins={[remarkGfm, ...(html?.remarkPlugins ?? []), limitTree]}
        rehypePlugins={[...(html?.rehypePlugins ?? []), limitTree, [rehypeSanitize, schema]]}
        urlTransform={(address, name) => safeAddress(address, name === 'href')}
        components={components}
      >
        {text}
      </ReactMarkdown>
      {isCut && <p>The rest of this text is too long to show.</p>}
    </>
  );
}

const schema: Schema = {
  tagNames: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div', 'ul', 'ol', 'li', 'dl', 'dt'],
    ...['dd', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'sub', 'sup', 'small', 'kbd', 'code', 'a'],
    ...['img', 'input', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
  ],
  attributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title'],
    code: [['className', /^language-[\w+#-]{1,30}$/]],
    ol: ['start'],
    li: [['className', 'task-list-item']],
    input: ['checked', ['disabled', true], ['type', 'checkbox']],
    td: ['colSpan', 'rowSpan'],
    th: ['colSpan', 'rowSpan'],
  },
  ancestors: { input: ['li'] },
  protocols: {},
  // Their content is removed too: without its tags it would read as noise.
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'select', 'textarea', 'title'],
};

/** Only absolute addresses, over https (http becomes https), and mail: a relative one would point into this application. */
function safeAddress(value: string, isLink: boolean): string | undefined {
  const url = URL.parse(value.trim());
  if (isLink && url?.protocol === 'http:') url.protocol = 'https:';
  return url?.protocol === 'https:' || (isLink && url?.protocol === 'mailto:') ? url.href : undefined;
}

const components: Components = {
  // The page has its own h1 and h2.
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  a: Anchor,
  img: Image,
  input: ({ checked }) => (
    <input type="checkbox" disabled defaultChecked={checked} aria-label={checked ? 'Done' : 'To do'} />
  ),
  // A wide table scrolls inside its box, so the keyboard must reach the box.
  table: ({ children }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is reached by the keyboard
    <div className="prose-table" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  pre: ({ node }) => {
    const code = node?.children.find((child) => child.type === 'element' && child.tagName === 'code');
    const names = code && 'properties' in code ? String(code.properties.className ?? '') : '';
    return <CodeBlock code={textOf(node)} language={names.replace('language-', '')} />;
  },
};

function Anchor({ href, title, children }: ComponentProps<'a'>) {
  if (!href) return children;
  const isOwnWords = typeof children === 'string' && withoutScheme(children) === withoutScheme(href);
  return (
    <a
      href={href}
      title={title}
      target={href.startsWith('https:') ? '_blank' : undefined}
      rel="nofollow noopener noreferrer ugc"
      // For paper, where a link is only its words.
      data-address={isOwnWords ? undefined : href}
    >
      {children}
    </a>
  );
}

function withoutScheme(address: string): string {
  return address.trim().replace(/^(?:https?:\/\/|mailto:)|\/$/gi, '');
}

function Image({ src, alt = '', title }: ComponentProps<'img'>) {
  const [isLost, setLost] = useState(false);
  if (!src) return alt;
  // The browser would show its own icon.
  if (isLost) return <span className="lost-picture">{alt || 'This picture could not be loaded'}</span>;
  return (
    <img
      referrerPolicy="no-referrer"
      loading="lazy"
      decoding="async"
      alt={alt}
      title={title}
      src={src}
      onError={() => setLost(true)}
    />
  );
}

type HtmlNode = NonNullable<ExtraProps['node']>['children'][number];

function textOf(node: HtmlNode | undefined): string {
  if (node?.type === 'text') return node.value;
  return node && 'children' in node ? node.children.map((child) => textOf(child as HtmlNode)).join('') : '';
}
