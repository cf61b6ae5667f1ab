/// <reference lib="dom" />
import { toast } from 'sonner';
import { vi } from 'vitest';

/** The media queries that have one of these parts match, and no others. */
export function stubMedia(...parts: string[]): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: parts.some((part) => query.includes(part)),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** Before each test: empties storage and the head of the page, and installs the browser parts that jsdom lacks, in a wide window. */
export function installBrowserParts(): void {
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.title = 'DotCode';
  stubMedia('64rem');
  vi.stubGlobal('scrollTo', () => undefined);
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLElement.prototype.hidePopover ??= () => undefined;
  Element.prototype.scrollIntoView ??= () => undefined;
  Element.prototype.scrollTo ??= () => undefined;
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  };
}

/** After each test. A text that the last test announced must not reach the next test. */
export function clearBrowser(): void {
  for (const { id } of toast.getToasts()) toast.dismiss(id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // A call that the last test left under way is sent again, and would reach the machine's network.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
}
