import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { passwordRules } from '#shared/account/password-rule.ts';

/** The rules that most upstreams have for a password, ticked off while typing. They block nothing. */
export function PasswordHints({ password }: { password: string }) {
  return (
    <ul aria-label="A strong password has" className="mt-1 grid grid-cols-2 gap-x-3 gap-y-1 text-micro">
      {passwordRules.map(({ name, label, test }) => {
        const met = test(password);
        const Icon = met ? Check : Circle;
        return (
          <li key={name} className={`flex items-center gap-1.5 ${met ? 'text-success' : 'text-muted'}`}>
            <Icon size={12} strokeWidth={1.75} aria-hidden="true" />
            <span>{label}</span>
            {met && <span className="sr-only">, done</span>}
          </li>
        );
      })}
      {/* Checked by the upstream only. */}
      <li className="col-span-full ps-4.5 text-muted">and is not made of your name or email address</li>
    </ul>
  );
}
