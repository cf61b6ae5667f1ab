/** How the reason of a test begins that only the pinned Chromium can run: elsewhere it is skipped, in CI too. */
export const otherChromium = 'another Chromium';
