/** The open pages whose text an operator may replace. */
export const ownTextNames = ['privacy', 'terms'] as const;

/** The operator's own texts in Markdown, by the name of their page. */
export type OwnTexts = Readonly<Partial<Record<(typeof ownTextNames)[number], Buffer>>>;

/** Where the client fetches the text of a page. */
export function ownTextPath(name: string): string {
  return `/${name}.md`;
}
