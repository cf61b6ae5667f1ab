import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { writeText } from '#client/device/storage.ts';
import { whenSpare } from '#client/dom/timing/when-spare.ts';

const textFace = '1em "Inter Variable"';
const codeFace = '1em "JetBrains Mono Variable"';
const usesCodeFace = '.font-mono, code, pre, kbd';

/**
 * Fetches the fonts when the line has nothing else to do, the one for code only where the screen shows it. They are shown
 * from the next screen on, and from the next page on by /theme.js: text that is being read does not move.
 */
export function useLateFonts(): void {
  const { pathname } = useLocation();
  const fetchedOn = useRef<string>(undefined);
  useEffect(() => {
    if (fetchedOn.current !== undefined && fetchedOn.current !== pathname) document.documentElement.dataset.fonts = '';
  }, [pathname]);
  useEffect(() => {
    // Old browsers and tests have no fonts to load.
    if (document.fonts === undefined) return;
    return whenSpare(async () => {
      const faces = document.querySelector(usesCodeFace) ? [textFace, codeFace] : [textFace];
      // On a slow network loading may fail; the next page tries again.
      const found = await Promise.all(faces.map((face) => document.fonts.load(face))).catch(() => []);
      if (found.length === 0 || found.some((each) => each.length === 0)) return;
      fetchedOn.current = location.pathname;
      writeText('dotcode:fonts', 'here');
    });
  }, []);
}
