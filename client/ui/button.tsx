import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from '#client/lib/dom/class-names.ts';
import { Spinner } from './state/waiting.tsx';

export type Look = 'primary' | 'outline' | 'quiet' | 'danger';

export const looks: Record<Look, string> = {
  primary: 'btn-primary',
  outline: 'btn-outline',
  quiet: 'btn-ghost',
  danger: 'btn-error',
};

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** Shows a spinner and ignores presses. Uses aria-disabled, because a disabled button would lose the focus. */
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'outline', pending = false, className, onClick, children, ...rest }: Props) {
  return (
    <button
      type="button"
      // On a double press, the second mousedown would take the focus back from where the first press has moved it.
      onMouseDown={pending ? (event) => event.preventDefault() : undefined}
      {...rest}
      className={classNames('btn', looks[look], className)}
      aria-disabled={pending || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={classNames('inline-flex min-w-0 items-center gap-2', pending && 'opacity-0')}>{children}</span>
      {pending && (
        <span className="absolute inline-flex">
          <Spinner />
        </span>
      )}
    </button>
  );
}

interface ButtonLinkProps extends LinkProps {
  look?: Look;
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'outline', className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classNames('btn', looks[look], className)} />;
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon;
  /** Its accessible name. */
  label: string;
  /** The width and height of the icon, in pixels. */
  size?: number;
}

/** A button that is only an icon. */
export function IconButton({ icon: Icon, label, size = 20, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={classNames('btn btn-ghost btn-square', className)}>
      <Icon size={size} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
