import { PlainLink } from '#client/dom/navigation.tsx';
import { to } from '#shared/routes.ts';

export function PlainForgotLink() {
  return (
    <PlainLink to={to.reset()} className="btn btn-ghost btn-sm -mt-2 self-center px-2 text-primary text-small">
      Forgot password?
    </PlainLink>
  );
}
