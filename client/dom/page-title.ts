import { useEffect } from 'react';
import { copy } from '#client/text/copy.ts';

const countPrefix = /^\(\d+\) /;

/** "(n) Screen - Product": keeps a count that is there. */
export function setPageTitle(screen: string | undefined): void {
  const count = countPrefix.exec(document.title)?.[0] ?? '';
  document.title = count + (screen ? `${screen} - ${copy.product}` : copy.product);
}

/** Shows how many things wait, in front of the title; 0 removes the count. */
export function setTitleCount(count: number): void {
  document.title = (count > 0 ? `(${count}) ` : '') + document.title.replace(countPrefix, '');
}

/** For screens whose title is known only after loading, such as a person's name. */
export function usePageTitle(screen: string | undefined): void {
  useEffect(() => {
    if (screen) setPageTitle(screen);
  }, [screen]);
}
