import { Link } from 'react-router-dom';
import { to } from '#shared/routes.ts';
import { ThemeSwitch } from './form/theme-switch.tsx';
import { Wordmark } from './wordmark.tsx';

/** The header of a screen that needs no session: the wordmark, which leads to the landing page, and the theme. */
export function OpenHeader({ width }: { width: 'max-w-content' | 'max-w-reading' }) {
  return (
    <header className={`gutter-x mx-auto flex w-full ${width} items-center justify-between py-2`}>
      <Link to={to.landing()} className="-ms-2 rounded-field px-2 py-2" aria-label="Dot.Code, start page">
        <Wordmark />
      </Link>
      <ThemeSwitch className="-me-4" />
    </header>
  );
}
