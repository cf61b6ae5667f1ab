import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.mjs';

/** Of two such lists the last one counts: the first lines are Playwright's own. */
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
  // A toolbar that nobody sees would be one more page in each window.
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
    // Nothing leaves this machine. To intercept each request for that would cost a page its cache.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
    `--disable-features=${disabledFeatures.join()}`,
  ],
};

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/setup/build-client.ts',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // Two more tries where nobody watches; what needed them is named by `npm test`.
  retries: process.env.CI === undefined ? 0 : 2,
  // Much of a test's time is waiting: both of two cores have room for one more.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  // What the worker answers, `page.route` does not see: only its own test lets it in.
  // What moves is waited for: tests that are about motion ask for it.
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
      // What is about small screens.
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 }, launchOptions },
    },
    // What another upstream answers is the same on every screen size, and so is what is done on a screen once it fits:
    // here is what a finger does, what lies elsewhere on a phone, and one journey for each part of the product.
    {
      name: 'phone',
      testIgnore: '**/recorded/**',
      grepInvert: /@desktop/,
      // No test is about how fine its pixels are: with seven for one, they are what drawing costs.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, launchOptions },
    },
  ],
});
