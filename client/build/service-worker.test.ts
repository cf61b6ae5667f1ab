import type { Rollup } from 'vite';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Kept, startFiles, workerProgram } from './service-worker.ts';
import { TestWorker, workerSource } from './test-worker.ts';

const page = '<!doctype html><script type="module" crossorigin src="/assets/index-AAAAAAAA.js"></script>';
const kept: Kept = {
  version: 'two',
  entry: '/assets/index-AAAAAAAA.js',
  files: ['/assets/index-AAAAAAAA.js', '/theme.js'],
  paths: [],
};

let isUnregistered: boolean;
const parts = {
  skipWaiting: async () => undefined,
  clients: { claim: async () => undefined },
  registration: {
    navigationPreload: { enable: async () => undefined },
    unregister: async () => {
      isUnregistered = true;
    },
  },
};

let browser: TestWorker;
const keptFiles = () => [...(browser.stored.get('dotcode-shell-two')?.keys() ?? [])].sort();
beforeEach(async () => {
  isUnregistered = false;
  browser = new TestWorker().run(await workerProgram([workerSource('worker')], kept), parts);
  browser.answers = {
    '/index.html': () => new Response(page, { headers: { 'cache-control': 'no-cache' } }),
    '/feed': () => new Response('the feed', { headers: { 'cache-control': 'no-store' } }),
    '/assets/index-AAAAAAAA.js': () => new Response('program'),
    '/assets/feed-page-BBBBBBBB.js': () => new Response('feed'),
    '/theme.js': () => new Response('theme'),
    '/api/profile/view': () => new Response('{"firstName":"Ana"}'),
  };
});

describe('when it is installed', () => {
  it('caches the page without a screen, and the files that it starts with', async () => {
    await browser.raise('install');
    expect(keptFiles()).toEqual(['/assets/index-AAAAAAAA.js', '/index.html', '/theme.js']);
    expect(browser.asked[0]).toBe('/index.html without cookies');
  });

  it.each([
    ['the page is of another build', '/index.html', () => new Response(page.replaceAll('AAAAAAAA', 'CCCCCCCC'))],
    [
      'the page must not be stored',
      '/index.html',
      () => new Response(page, { headers: { 'cache-control': 'no-store' } }),
    ],
    ['a file is missing', '/theme.js', () => new Response('missing', { status: 404 })],
  ])('keeps nothing when %s', async (_, path, answer) => {
    browser.answers[path] = answer;
    await expect(browser.raise('install')).rejects.toThrow();
    expect(browser.stored.size).toBe(0);
  });
});

it('removes what older builds kept, and nothing of others, when it takes over', async () => {
  for (const name of ['dotcode-shell-one', 'somebody-else']) browser.stored.set(name, new Map());
  await browser.raise('install');
  await browser.raise('activate');
  expect([...browser.stored.keys()]).toEqual(['somebody-else', 'dotcode-shell-two']);
});

describe('with a network', () => {
  beforeEach(() => browser.raise('install'));

  it('takes pages from there, and keeps none of them', async () => {
    expect(await (await browser.request('/feed', { mode: 'navigate' }))?.text()).toBe('the feed');
    expect(keptFiles()).not.toContain('/feed');
  });

  it.each([
    ['a call', '/api/profile/view', {}],
    ['a call that somebody opens as a page', '/api/profile/view', { mode: 'navigate' }],
    ['whatever is not read', '/feed', { method: 'POST' }],
    ['another origin', 'https://pictures.example/assets/a-AAAAAAAA.png', {}],
    ['a file that may change', '/robots.txt', {}],
  ])('leaves %s alone', async (_, path, own) => {
    expect(await browser.request(path, own)).toBeUndefined();
  });

  it('asks once for a file that never changes', async () => {
    const path = '/assets/feed-page-BBBBBBBB.js';
    const texts = [await browser.request(path), await browser.request(path)].map((response) => response?.text());
    expect(await Promise.all(texts)).toEqual(['feed', 'feed']);
    expect(browser.asked.filter((asked) => asked === path)).toHaveLength(1);
  });

  it('passes on that a file is gone, and does not keep that', async () => {
    expect((await browser.request('/assets/gone-DDDDDDDD.js'))?.status).toBe(404);
    expect(keptFiles()).not.toContain('/assets/gone-DDDDDDDD.js');
  });
});

describe('without a network', () => {
  beforeEach(async () => {
    await browser.raise('install');
    browser.online = false;
  });

  it('has the files of that page, and fails as the network does for what it does not have', async () => {
    for (const path of kept.files) expect((await browser.request(path))?.status).toBe(200);
    await expect(browser.request('/assets/feed-page-BBBBBBBB.js')).rejects.toThrow('Failed to fetch');
  });
});

it('is replaced, where it is switched off, by one that removes what was kept and itself', async () => {
  await browser.raise('install');
  browser.run(await workerProgram([workerSource('retired-worker')]), parts);
  await browser.raise('activate');
  expect([browser.stored.size, isUnregistered]).toEqual([0, true]);
});

describe('startFiles', () => {
  const chunk = (fileName: string, source: string, imports: string[] = [], css: string[] = []) => ({
    type: 'chunk',
    fileName,
    imports,
    moduleIds: [`/work/dotcode/client/${source}`],
    viteMetadata: { importedCss: new Set(css) },
  });
  const bundleOf = (...chunks: ReturnType<typeof chunk>[]) =>
    Object.fromEntries(chunks.map((each) => [each.fileName, each])) as unknown as Rollup.OutputBundle;
  const start = [
    chunk('assets/index-1.js', 'main.tsx', ['assets/vendor-1.js']),
    chunk('assets/vendor-1.js', 'vendor.js'),
    chunk('assets/start-1.js', 'app/start/start-app.tsx'),
    chunk('assets/landing-1.js', 'features/landing/landing-page.tsx', [], ['assets/landing-1.css']),
    chunk('assets/login-1.js', 'features/auth/login-page.tsx'),
    chunk('assets/error-1.js', 'app/errors/route-error-view.tsx'),
  ];
  const html = '<link href="/icon.svg"><script type="module" crossorigin src="/assets/index-1.js"></script>';

  it('are what the page names and what its offline screens import, not the screens behind the login', () => {
    const others = ['assets/inter-1.woff2', 'assets/feed-1.js'].map((file) => chunk(file, 'features/feed.tsx'));
    const { entry, files } = startFiles(html, bundleOf(...start, ...others));
    expect(entry).toBe('/assets/index-1.js');
    expect(files).toEqual(expect.arrayContaining(['/icon.svg', '/assets/vendor-1.js', '/assets/landing-1.css']));
    expect(
      files.filter((file) => /feed|woff2/.test(file)),
      'fonts are kept when they are first used',
    ).toEqual([]);
  });

  it('have the file that an import loads, where it only passes on what another file holds', () => {
    const [facadeModuleId] = chunk('', 'app/errors/route-error-view.tsx').moduleIds;
    const facade = { ...chunk('assets/view-1.js', '', ['assets/error-1.js']), moduleIds: [], facadeModuleId };
    const { files } = startFiles(html, bundleOf(...start, facade));
    expect(files).toEqual(expect.arrayContaining(['/assets/error-1.js', '/assets/view-1.js']));
  });

  it('fail where a file that they need is not in the build', () => {
    expect(() => startFiles(html, bundleOf(...start.slice(0, 5)))).toThrow('route-error-view.tsx');
    expect(() => startFiles('<p>', bundleOf(...start))).toThrow('starts no program');
  });
});
