import type { CDPSession, Page } from '@playwright/test';

/** The longest event of one interaction, in milliseconds. */
export interface Interaction {
  /** From the input to the next frame on screen, as the browser tells it: in steps of 8. */
  duration: number;
  /** Until the page's first handler runs, and in handlers; the rest of the duration is drawing. */
  delay: number;
  processing: number;
}

/** The browser names no event that took less. */
const shortest = 16;

const settledMs = 700;

/**
 * Records the events of interactions in the page, as INP is defined: those with an `interactionId`. The browser's own Back
 * is none of them: its time is noted from the page's `popstate` until the frame after it.
 */
export const recordEvents = `
  window.interactions = [];
  window.noteEvents = (entries) => {
    for (const { interactionId, duration, startTime, processingStart, processingEnd } of entries)
      if (interactionId)
        interactions.push({ startTime, duration, delay: processingStart - startTime, processing: processingEnd - processingStart });
  };
  window.eventObserver = new PerformanceObserver((list) => noteEvents(list.getEntries()));
  eventObserver.observe({ type: 'event', durationThreshold: ${shortest}, buffered: true });
  addEventListener('popstate', ({ timeStamp: startTime }) => {
    const delay = performance.now() - startTime;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => interactions.push({ startTime, duration: Math.round(performance.now() - startTime), delay, processing: 0 });
    requestAnimationFrame(() => port2.postMessage(''));
  }, true);
`;

/** The time that the browser needed for the slowest interaction of an act; typing has one interaction for each key. */
export async function measure(page: Page, act: () => Promise<unknown>): Promise<Interaction> {
  const since = (await page.evaluate('performance.now()')) as number;
  await act();
  await page.waitForTimeout(settledMs);
  const seen = (await page.evaluate('noteEvents(eventObserver.takeRecords()), interactions')) as (Interaction & {
    startTime: number;
  })[];
  const own = seen.filter(({ startTime }) => startTime >= since);
  // A press ends with several events in one frame: the one with the handlers tells what its time is made of.
  own.sort((a, b) => b.duration - a.duration || b.processing - a.processing);
  return own[0] ?? { duration: shortest, delay: 0, processing: 0 };
}

/** A finger, moved by the browser's own input. Playwright's would first ask the page what lies below it. */
export class Finger {
  readonly #session: CDPSession;
  readonly #page: Page;

  constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /** Taps the middle of what the selector finds. */
  async tap(selector: string): Promise<void> {
    const { x, y } = await this.#middleOf(selector);
    await this.#send('touchStart', x, y);
    await this.#send('touchEnd');
  }

  /** Drags it aside by this many pixels. */
  async drag(selector: string, by: number): Promise<void> {
    const { x, y } = await this.#middleOf(selector);
    const steps = 10;
    await this.#send('touchStart', x, y);
    for (let step = 1; step <= steps; step += 1) await this.#send('touchMove', x + (by * step) / steps, y);
    await this.#send('touchEnd');
  }

  async #middleOf(selector: string): Promise<{ x: number; y: number }> {
    const found = this.#page.locator(selector).first();
    await found.waitFor();
    // Playwright's scrolling waits for a still element, which a new render may replace meanwhile.
    return await found.evaluate((element) => {
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number): Promise<void> {
    const touchPoints = x === undefined || y === undefined ? [] : [{ x, y }];
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
