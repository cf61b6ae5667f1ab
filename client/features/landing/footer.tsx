import { copy } from '#client/text/copy.ts';
import { to } from '#shared/routes.ts';

/** The foot of the landing page. Where the operator names texts elsewhere, the gateway leads there from these paths. */
export function Footer() {
  return (
    <footer className="border-t border-base-300">
      <div className="gutter-x mx-auto flex w-full max-w-content flex-wrap justify-between gap-x-6 gap-y-2 py-6 text-small text-muted">
        <span>{copy.product}</span>
        <a href={to.privacy()} className="underline underline-offset-4">
          Privacy
        </a>
        <a href={to.terms()} className="underline underline-offset-4">
          Terms
        </a>
        <span>For developers, by developers.</span>
      </div>
    </footer>
  );
}
