import { passwordRules } from '#shared/password-rule.ts';
import { LineIcon } from './line-icon.tsx';

const lines = {
  check: 'M20 6 9 17l-5-5',
  circle: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0',
};

/** What most upstreams want of a password, ticked off while typing. It only hints: nothing is blocked. */
export function PasswordHints({ password }: { password: string }) {
  return (
    <ul aria-label="A strong password has" className="mt-1 grid grid-cols-2 gap-x-3 gap-y-1 text-micro">
      {passwordRules.map(({ name, label, test }) => {
        const met = test(password);
        return (
          <li key={name} className={`flex items-center gap-1.5 ${met ? 'text-success' : 'text-muted'}`}>
            <LineIcon line={met ? lines.check : lines.circle} size={12} />
            {label}
            {met && <span className="sr-only">, done</span>}
          </li>
        );
      })}
    </ul>
  );
}
