import { LineIcon } from '#client/ui/line-icon.tsx';
import { passwordRules } from '#shared/account/password-rule.ts';

const lines = {
  check: 'M20 6 9 17l-5-5',
  circle: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0',
};

/** The rules that most upstreams have for a password, ticked off while typing. They block nothing. */
export function PasswordHints({ password }: { password: string }) {
  return (
    <ul aria-label="A strong password has" className="mt-1 grid grid-cols-2 gap-x-3 gap-y-1 text-micro">
      {passwordRules.map(({ name, label, test }) => {
        const met = test(password);
        return (
          <li key={name} className={`flex items-center gap-1.5 ${met ? 'text-success' : 'text-muted'}`}>
            <LineIcon line={met ? lines.check : lines.circle} size={12} />
            <span>{label}</span>
            {met && <span className="sr-only">, done</span>}
          </li>
        );
      })}
    </ul>
  );
}
