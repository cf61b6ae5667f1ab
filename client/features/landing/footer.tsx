import { useHydrated } from '#client/dom/use-hydrated.ts';
import { copy } from '#client/text/copy.ts';
import { type FooterLink, footerLinks, footerLinkTag } from '#shared/footer-links.ts';
import { to } from '#shared/routes.ts';

const names: Record<FooterLink, string> = {
  privacy: 'Privacy',
  terms: 'Terms',
  source: 'Source code',
  status: 'Status',
};

/** The pages of this site; where the operator names pages elsewhere, these paths lead there. */
const ownPages: Partial<Record<FooterLink, string>> = { privacy: to.privacy(), terms: to.terms() };

/** The foot of the landing page. The pre-rendered page does not know the operator's own addresses. */
export function Footer() {
  const hydrated = useHydrated();
  const links = footerLinks.map((link) => ({ link, href: (hydrated && addressOf(link)) || ownPages[link] }));
  return (
    <footer className="border-t border-base-300">
      <div className="gutter-x mx-auto flex w-full max-w-content flex-wrap justify-between gap-x-6 gap-y-2 py-6 text-small text-muted">
        <span>{copy.product}</span>
        {links.map(
          ({ link, href }) =>
            href && (
              <a key={link} href={href} className="underline underline-offset-4">
                {names[link]}
              </a>
            ),
        )}
        <span>For developers, by developers.</span>
      </div>
    </footer>
  );
}

function addressOf(link: FooterLink): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${footerLinkTag(link)}"]`)?.content;
}
