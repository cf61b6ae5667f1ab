import { Link } from 'react-router-dom';
import { to } from '#shared/routes.ts';

export function PlainForgotLink() {
  return (
    <Link to={to.reset()} className="btn btn-ghost btn-sm -mt-2 self-center px-2 text-primary text-small">
      Forgot password?
    </Link>
  );
}
