/** The operator's own pages that the landing page leads to, where their addresses are configured. */
export const footerLinks = ['privacy', 'terms', 'source', 'status'] as const;

export type FooterLink = (typeof footerLinks)[number];

/** The name of the page's meta tag that has the address. */
export function footerLinkTag(link: FooterLink): string {
  return `link-${link}`;
}
