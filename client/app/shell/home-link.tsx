import { NavLink } from 'react-router-dom';
import { to } from '#shared/routes.ts';

export function HomeLink({ className }: { className: string }) {
  return (
    <NavLink
      to={to.feed()}
      className={`min-w-0 truncate rounded-field py-2 font-mono text-h3 font-bold ${className}`}
      aria-label="Dot.Code, feed"
    >
      {/* Where the bar of a phone has no room for the whole word. */}
      <span className="@max-[6rem]:hidden">Dot</span>
      <span className="text-primary">.Code</span>
    </NavLink>
  );
}
