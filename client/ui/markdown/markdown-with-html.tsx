import rehypeRaw from 'rehype-raw';
import { Markdown } from './markdown.tsx';

// Loaded on demand, for a text with tags: the HTML parser is larger than all the rest.

/** Markdown with HTML in it, as clients of other upstreams store it. */
export function MarkdownWithHtml({ source }: { source: string }) {
  return <Markdown source={source} html={html} />;
}

const html = { remarkPlugins: [keepWholeHtml], rehypePlugins: [rehypeRaw] };

/** Some editors store HTML throughout. As Markdown, a blank line in its `pre` would end it. */
function keepWholeHtml() {
  return (tree: { children: unknown[] }, file: { toString: () => string }) => {
    const text = String(file).trim();
    const isHtml = text.endsWith('>') && /^<(?:p|h[1-6]|ul|ol|div|pre|blockquote|table)[\s>]/i.test(text);
    const hasMarkdown = /^(?:#{1,6} |[-*+] |\d+[.)] |```|~~~|> )/m.test(text);
    if (isHtml && !hasMarkdown) tree.children = [{ type: 'html', value: text }];
  };
}
