import type { Page } from '@playwright/test';
import { to } from '#shared/routes.ts';
import type { Finger } from './measure.ts';

export interface Step {
  name: string;
  act: (page: Page, finger: Finger) => Promise<unknown>;
  /** Resolves when the screen shows the effect of the act. */
  until?: string;
  /** Leads to the next step's screen without being measured. */
  afterwards?: (page: Page) => Promise<unknown>;
}

const tap = (selector: string) => (_page: Page, finger: Finger) => finger.tap(selector);

/** The browser's own Back. */
const back = (page: Page) => page.evaluate('history.back()');

const bar = (href: string) => `[data-dock] a[href="${href}"]`;
const topBar = (href: string) => `header a[href="${href}"]`;

/** A person types six letters a second. */
const type = (selector: string, text: string) => async (page: Page) => {
  await page.locator(selector).focus();
  await page.keyboard.type(text, { delay: 160 });
};

const heading = (text: string) => `main h1:has-text("${text}")`;

/** A press that leads to a screen that this tab has not shown yet. */
export interface FirstVisit extends Step {
  /** The screen that is opened for it, and is quiet when it is pressed. */
  from: string;
}

/** The first visit to each screen behind the login, from one that leads there. */
export const firstVisits: readonly FirstVisit[] = [
  { name: 'first: Search', from: to.feed(), act: tap(bar(to.search())), until: heading('Search') },
  { name: 'first: Projects', from: to.feed(), act: tap(bar(to.projects())), until: heading('Projects') },
  { name: 'first: Connections', from: to.feed(), act: tap(topBar(to.connection())), until: heading('Connections') },
  { name: 'first: Messages', from: to.feed(), act: tap(bar(to.messages())), until: heading('Messages') },
  { name: 'first: Profile', from: to.feed(), act: tap(bar(to.profile())), until: 'main h1' },
  {
    name: 'first: Requests',
    from: to.feed(),
    act: tap(topBar(to.requests())),
    until: heading('Requests'),
  },
  {
    name: 'first: Settings',
    from: to.feed(),
    act: tap(topBar(to.setting())),
    until: heading('Settings'),
  },
  { name: 'first: a person', from: to.feed(), act: tap('main article h2 a'), until: 'main #about' },
  { name: 'first: Feed', from: to.profile(), act: tap(bar(to.feed())), until: 'main article' },
  {
    name: 'first: edit profile',
    from: to.profile(),
    act: tap(`main a[href="${to.editProfile()}"]`),
    until: 'main form',
  },
  {
    name: 'first: a project',
    from: `${to.projects()}?tab=explore`,
    act: tap('main [role=tabpanel] h3 a'),
    until: 'main h1[data-shared]',
  },
  {
    name: 'first: create a project',
    from: to.projects(),
    act: tap(`main a[href="${to.createProject()}"]`),
    until: heading('Create a project'),
  },
  { name: 'first: a chat', from: to.connection(), act: tap('main [data-message]'), until: '[data-composer]' },
];

/** A visit of a signed-in person on a phone, from the feed on, in the order in which the screens lead to each other. */
export const steps: readonly Step[] = [
  { name: 'feed: drag a card aside', act: (_page, finger) => finger.drag('main article', -220) },
  // Somebody who has asked would be connected at once, which opens a dialog and cannot be undone.
  { name: 'feed: press Ignore', act: tap('main article button[aria-label^="Ignore"]') },
  { name: 'feed: press Undo', act: tap('main button:has-text("Undo")') },
  {
    name: 'open the notifications',
    act: tap('header button[aria-label^="Notifications"]'),
    until: '[popover]:popover-open li',
    afterwards: (page) => page.keyboard.press('Escape'),
  },
  { name: 'bar: Search', act: tap(bar(to.search())), until: heading('Search') },
  { name: 'search: type', act: type('main input[type=search]', 'react'), until: 'main [role=tabpanel] li' },
  { name: 'search: tab Projects', act: tap('main [role=tab]:has-text("Projects")') },
  { name: 'bar: Projects', act: tap(bar(to.projects())), until: heading('Projects') },
  { name: 'projects: tab Explore', act: tap('main [role=tab]:has-text("Explore")'), until: 'main [role=tabpanel] li' },
  { name: 'open a project', act: tap('main [role=tabpanel] h3 a'), until: 'main h1[data-shared]' },
  { name: 'project: back to the list', act: back, until: 'main [role=tabpanel] li' },
  { name: 'top bar: Connections', act: tap(topBar(to.connection())), until: 'main [data-message]' },
  {
    name: 'connections: type',
    act: type('main input[type=search]', 'sofia'),
    afterwards: (page) => page.locator('main input[type=search]').fill(''),
  },
  { name: 'open a person', act: tap('main [data-row]'), until: 'main #about' },
  { name: 'person: back to the list', act: back, until: heading('Connections') },
  { name: 'open a chat', act: tap('main [data-message]'), until: '[data-composer]' },
  { name: 'chat: type', act: type('[data-composer]', 'Hello you') },
  { name: 'chat: press Send', act: tap('main button[aria-label=Send]') },
  { name: 'chat: back to the list', act: tap('main a[aria-label^="Back"]'), until: heading('Messages') },
  { name: 'open Requests', act: tap(topBar(to.requests())), until: heading('Requests') },
  { name: 'requests: tab Sent', act: tap('main [role=tab]:has-text("Sent")') },
  { name: 'open Settings', act: tap(topBar(to.setting())), until: heading('Settings') },
  { name: 'settings: Notifications', act: tap('main nav a[href*="notifications"]') },
  { name: 'bar: Profile', act: tap(bar(to.profile())), until: 'main h1' },
  { name: 'bar: Feed', act: tap(bar(to.feed())), until: 'main article' },
];
