import { useEffect } from 'react';
import { copy } from '#client/lib/text/copy.ts';

const countPrefix = /^\(\d+\) /;

/** The title of a page: "Screen - Product". */
export function pageTitle(screen: string | undefined): string {
  return screen ? `${screen} - ${copy.product}` : copy.product;
}

/** Sets "Screen - Product", and keeps the "(n)" in front where there is one. */
export function setPageTitle(screen: string | undefined): void {
  const count = countPrefix.exec(document.title)?.[0] ?? '';
  document.title = count + pageTitle(screen);
}

/** Puts "(n)" in front of the title; 0 removes it. */
export function setTitleCount(count: number): void {
  document.title = (count > 0 ? `(${count}) ` : '') + document.title.replace(countPrefix, '');
}

/** For screens whose title is known only after loading, such as a person's name. */
export function usePageTitle(screen: string | undefined): void {
  useEffect(() => {
    if (screen) setPageTitle(screen);
  }, [screen]);
}

/** The value that the gateway has written into the page, in a meta tag of this name. */
export function pageFact(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

let loginForm: HTMLFormElement | null = null;

/** Remembers the login form of a pre-rendered page before React takes the page over or draws it anew. */
export function notePrerenderedForm(root: HTMLElement): void {
  loginForm = root.querySelector<HTMLFormElement>('form:has([name="emailId"])');
}

/** The remembered login form; null from the second call on. After React has redrawn the page the form is detached, but keeps its values. */
export function takePrerenderedForm(): HTMLFormElement | null {
  const taken = loginForm;
  loginForm = null;
  return taken;
}
