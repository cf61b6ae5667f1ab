import { useEffect } from 'react';
import { usePreferences } from '#client/device/preferences.ts';
import { setTitleCount } from '#client/dom/page.ts';

/** Shows the number of notifications in the page title, unless the user has switched that off. */
export function useTitleCount(total: number): void {
  const { titleCount } = usePreferences();
  const count = titleCount ? total : 0;
  useEffect(() => {
    setTitleCount(count);
    return () => setTitleCount(0);
  }, [count]);
}
