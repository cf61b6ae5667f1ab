import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { type Look, looks } from './button.tsx';

interface Props extends LinkProps {
  look?: Look;
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'outline', className, ...rest }: Props) {
  return <Link {...rest} className={classNames('btn', looks[look], className)} />;
}
