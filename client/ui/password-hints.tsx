import { passwordRules } from '#shared/password-rule.ts';
import { LineIcon } from './line-icon.tsx';

/** What most upstreams want of a password, ticked off while typing. It only hints: nothing is blocked. */
export function PasswordHints({ password }: { password: string }) {
  return (
    <ul aria-label="A strong password has" className="mt-1 grid grid-cols-2 gap-x-3 gap-y-1 text-micro">
      {passwordRules.map(({ name, label, test }) => {
        const met = test(password);
        return (
          <li key={name} className={`flex items-center gap-1.5 ${met ? 'text-success' : 'text-muted'}`}>
            <LineIcon name={met ? 'check' : 'circle'} size={12} />
            {label}
            {met && <span className="sr-only">, done</span>}
          </li>
        );
      })}
    </ul>
  );
}
