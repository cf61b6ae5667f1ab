import { createContext, useContext } from 'react';
import { Link } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { useHydrated } from '#client/lib/dom/window-state.ts';
import type { PasswordReset } from '#shared/page-facts.ts';
import { to } from '#shared/routes.ts';

/** Whether the page that is rendered offers it. In a browser the page's `<meta name="password-reset">` says so. */
export const PasswordResetContext = createContext<PasswordReset | undefined>(undefined);

/** "Forgot password?", where the upstream sends mail. `ask`: the gateway does not know its upstream's capabilities. */
export function ForgotLink() {
  const offered = useContext(PasswordResetContext) ?? passwordResetOf(document);
  const hydrated = useHydrated();
  if (offered === 'on') return <PlainForgotLink />;
  return offered === 'ask' && hydrated && <AskedForgotLink />;
}

/** Vite's own page has no such tag. */
const withoutTag: PasswordReset = import.meta.env.MODE === 'development' ? 'ask' : 'off';

function passwordResetOf(page: Document): PasswordReset {
  const said = page.querySelector('meta[name="password-reset"]')?.getAttribute('content');
  return said === 'on' || said === 'ask' || said === 'off' ? said : withoutTag;
}

export function AskedForgotLink() {
  return useCapability('password.reset') && <PlainForgotLink />;
}

export function PlainForgotLink() {
  return (
    <Link to={to.reset()} className="btn btn-ghost btn-sm -mt-2 self-center px-2 text-primary text-small">
      Forgot password?
    </Link>
  );
}
