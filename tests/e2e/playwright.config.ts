import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';

/** Chromium obeys only the last such argument, so that the first lines repeat Playwright's own list. */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  // These toolbars are further pages in each window.
  ...['InitialWebUI', 'WebUIToolbar', 'WebUIReloadButton', 'WebUIBackForwardButton', 'WebUIHomeButton'],
  ...['WebUILocationBar', 'WebUISplitTabsButton', 'PreloadTopChromeWebUI', 'WebUITabStrip'],
];

const launchOptions = {
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-software-rasterizer',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // No request leaves this machine. Intercepting requests instead would disable the page's cache.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
    `--disable-features=${disabledFeatures.join()}`,
  ],
};

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 }, launchOptions };

// The device's pixel ratio of 2.6 makes drawing about seven times as expensive, and no test depends on it.
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, launchOptions };

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: '../setup/build-client.ts',
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // A test that is green only at its second try is named in the closing lines of `npm test`.
  retries: 1,
  // The reports of the commands are beside it: Playwright empties its folder when it starts.
  outputDir: '../../test-results/browser',
  // Tests mostly wait, so that two cores carry three workers.
  workers: 3,
  // Only what hangs is ended: a test that passes is as fast with any limit, and a busy machine is slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  // `page.route` does not see requests that a service worker answers. Only the worker's own test allows it.
  // Playwright waits for animations to end. Tests about motion turn it on.
  use: {
    actionTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    launchOptions,
  },
  // `npm test` runs the journeys: what needs a browser and a user would miss first, once, on a desktop. `npm run sweep` runs
  // what is in sweep/, every journey in the dark theme, also those tagged @sweep, and on a
  // phone what is in sweep/phone/ and what is tagged @phone. axe looks at the themes that the metadata name.
  projects: [
    {
      name: 'journeys',
      testMatch: 'journeys/**/*.e2e.ts',
      grepInvert: /@sweep/,
      metadata: { themes: ['light'] },
      use: desktop,
    },
    {
      name: 'sweep-desktop',
      testMatch: ['sweep/*.e2e.ts', 'journeys/recorded.e2e.ts'],
      metadata: { themes: ['light', 'dark'] },
      use: desktop,
    },
    {
      name: 'sweep-dark',
      testMatch: 'journeys/**/*.e2e.ts',
      testIgnore: '**/recorded.e2e.ts',
      metadata: { themes: ['dark'] },
      use: { ...desktop, colorScheme: 'dark' },
    },
    { name: 'sweep-phone', grep: /@phone|sweep[\\/]phone/, metadata: { themes: ['light'] }, use: phone },
  ],
});
