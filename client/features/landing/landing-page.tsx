import { Link } from 'react-router-dom';
import { copy } from '#client/lib/copy.ts';
import { ThemeSwitch } from '#client/ui/theme-switch.tsx';
import { to } from '#shared/routes.ts';

export function LandingPage() {
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="text-display">{copy.tagline}</h1>
      <Link to={to.login()} className="btn btn-primary">
        {copy.getStarted}
      </Link>
      <ThemeSwitch />
      <Link to={to.login()}>{copy.createAccount}</Link>
    </main>
  );
}
