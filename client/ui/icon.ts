import { createElement, type ReactElement, type SVGProps } from 'react';

/** An icon of Lucide, as each of the package's icon modules describes it. */
export interface IconData {
  name: string;
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

interface Props extends SVGProps<SVGSVGElement> {
  size?: number;
}

/**
 * In the build (build/single-icons.ts), makes the component of an icon instead of the package, with the same result for what
 * the client uses. The package's own code is for other frameworks and for contexts too: 1 kB more, and it runs for each icon.
 */
export function createIcon({ name, node }: IconData): (props: Props) => ReactElement {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, strokeWidth = 2, className, ...rest }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name}${className ? ` ${className}` : ''}`,
        'aria-hidden': rest['aria-label'] === undefined ? 'true' : undefined,
        ...rest,
      },
      children,
    );
}
