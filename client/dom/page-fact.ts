/** The value that the gateway has written into the page, in a meta tag of this name. */
export function pageFact(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
