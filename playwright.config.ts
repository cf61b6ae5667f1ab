import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/setup/find-chromium.mjs';

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

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/setup/build-client.ts',
  testMatch: '**/*.e2e.ts',
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // Two retries in CI; Playwright's summary names flaky tests.
  retries: process.env.CI === undefined ? 0 : 2,
  // Tests mostly wait, so that two cores carry three workers.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  // `page.route` does not see requests that a service worker answers. Only the worker's own test allows it.
  // Playwright waits for animations to end. Tests about motion turn it on.
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    launchOptions,
  },
  projects: [
    {
      name: 'desktop',
      // Tests about small screens run in the other project.
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 }, launchOptions },
    },
    // Replies of another upstream do not depend on the screen size, nor does most work on a screen that fits. The phone runs
    // touch gestures, layouts that differ, and one journey for each part of the product.
    {
      name: 'phone',
      testIgnore: '**/recorded/**',
      grepInvert: /@desktop/,
      // The device's pixel ratio of 2.6 makes drawing about seven times as expensive, and no test depends on it.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, launchOptions },
    },
  ],
});
