import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '#bench/harness/chromium.ts';
import type { Promises } from '../drill.ts';
import type { Person, Writers } from './writers.ts';

/** Screens of the sidebar, each of which loads code of its own. */
const screens = ['Feed', 'Search', 'Connections', 'Requests', 'Projects', 'Profile', 'Settings'];
/** For what hangs: no limit decides the result of a tab that makes progress, however busy the machine is. */
const waitMs = 120_000;

/** Browser tabs of two people who chat, and one that opens screens late. */
export class Tabs {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #promises: Promises;
  readonly #said: string[] = [];
  #ann!: Tab;
  #bob!: Tab;
  /** Opened by the old version: its screens are loaded after the gateways were replaced. */
  #late!: Tab;

  /** Undefined where there is no Chromium. */
  static async open(url: string, writers: Writers, promises: Promises): Promise<Tabs | undefined> {
    const executablePath = chromiumPath();
    if (executablePath === undefined) return undefined;
    const tabs = new Tabs(await chromium.launch({ executablePath }), url, promises);
    try {
      const [ann, bob] = await writers.newPair();
      tabs.#ann = await tabs.#openTab(ann);
      tabs.#bob = await tabs.#openTab(bob);
      tabs.#late = await tabs.#openTab(ann);
      await tabs.#late.page.goto(`${url}/feed`);
      await tabs.#ann.openChat(url, bob);
      await tabs.#bob.openChat(url, ann);
      await tabs.#ann.visit(screens);
    } catch (error) {
      await tabs.end();
      throw error;
    }
    return tabs;
  }

  private constructor(browser: Browser, url: string, promises: Promises) {
    this.#browser = browser;
    this.#url = url;
    this.#promises = promises;
  }

  async #openTab({ client }: Person): Promise<Tab> {
    const context = await this.#browser.newContext();
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: this.#url }));
    await context.addCookies(cookies);
    return new Tab(await context.newPage());
  }

  /** Both say something, which both read once. */
  async talk(when: string): Promise<void> {
    const texts = [`Ann ${when}`, `Bob ${when}`];
    await this.#try(when, async () => {
      await this.#ann.say(texts[0] ?? '');
      await this.#bob.say(texts[1] ?? '');
      this.#said.push(...texts);
      for (const tab of [this.#ann, this.#bob])
        for (const text of texts) await tab.bubble(text).waitFor({ timeout: waitMs });
    });
    for (const [name, tab] of [
      ['Ann', this.#ann],
      ['Bob', this.#bob],
    ] as const) {
      const shown = await tab.texts();
      const repeated = shown.filter((text, i) => shown.indexOf(text) !== i);
      this.#promises.check(repeated.length === 0, `${when}: ${name}'s tab shows ${repeated.join(', ')} twice`);
    }
  }

  /** The tab of the old version goes through screens that it has, and back to the chat. */
  walk(when: string): Promise<void> {
    return this.#try(`${when}, walking through the screens`, () => this.#ann.visit(screens));
  }

  /** Bob's tab loads itself again, and then has the version of the gateways. */
  reload(when: string): Promise<void> {
    return this.#try(when, async () => {
      await this.#bob.page.reload();
      await this.#bob.composer.waitFor({ timeout: waitMs });
    });
  }

  /** The tab whose screens the old version built opens them now. */
  visitLate(when: string): Promise<void> {
    return this.#try(`${when}, opening screens late`, () => this.#late.open(screens));
  }

  /** The messages of the tabs, which must all be in the database. */
  get said(): readonly string[] {
    return this.#said;
  }

  facts(): string[] {
    const { loads } = this.#late;
    return [
      `three browser tabs said ${this.#said.length} messages; the tab of the old version loaded ${this.#ann.loads} page(s), the one that opens screens late ${loads}`,
    ];
  }

  async end(): Promise<void> {
    for (const tab of [this.#ann, this.#bob, this.#late]) {
      const errors = tab?.errors ?? [];
      this.#promises.check(errors.length === 0, `a tab threw: ${errors.slice(0, 3).join('; ')}`);
    }
    await this.#browser.close();
  }

  async #try(when: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#promises.check(
        false,
        `${when}: in a tab, ${error instanceof Error ? error.message.split('\n')[0] : error}`,
      );
    }
  }
}

class Tab {
  readonly page: Page;
  /** Errors that nobody caught. */
  readonly errors: string[] = [];
  /** How many times a page was loaded whole. */
  loads = 0;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(waitMs);
    page.setDefaultNavigationTimeout(waitMs);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('load', () => {
      this.loads += 1;
    });
  }

  get composer() {
    return this.page.getByRole('textbox', { name: /^Message / });
  }

  bubble(text: string) {
    return this.page.getByRole('log').locator('[data-message]').getByText(text, { exact: true });
  }

  async openChat(url: string, { id }: Person): Promise<void> {
    await this.page.goto(`${url}/chat/${id}`);
    await this.composer.waitFor();
  }

  async say(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  /** The texts of the thread in order. */
  texts(): Promise<string[]> {
    return this.page.getByRole('log').locator('[data-message] p.whitespace-pre-wrap').allTextContents();
  }

  /** Opens each screen by its link. */
  async open(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await this.page.getByRole('heading', { level: 1 }).first().waitFor();
      const isBroken = await this.page.getByText('This page could not be shown').isVisible();
      if (isBroken) throw new Error(`${name} could not be shown`);
    }
  }

  /** Opens each, then returns to where it was. */
  async visit(names: readonly string[]): Promise<void> {
    await this.open(names);
    await this.page.evaluate((steps) => history.go(-steps), names.length);
    await this.composer.waitFor();
  }
}
