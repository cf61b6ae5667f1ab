import { NavLink } from 'react-router-dom';
import { to } from '#shared/routes.ts';

export function HomeLink({ className }: { className: string }) {
  return (
    <NavLink
      to={to.feed()}
      className={`min-w-0 truncate rounded-field py-2 font-mono text-h3 font-bold ${className}`}
      aria-label="Dot.Code, feed"
    >
      Dot<span className="text-primary">.Code</span>
    </NavLink>
  );
}
