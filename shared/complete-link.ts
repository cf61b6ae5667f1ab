/**
 * A web address as a person types it, with the scheme that a link needs: "github.com/ada" becomes
 * "https://github.com/ada". A text that names a scheme, or whose first part is no host name, stays as it is.
 */
export function completeLink(typed: string): string {
  const text = typed.trim();
  const link = `https://${text}`;
  return hostFirst.test(text) && URL.canParse(link) ? link : text;
}

/** Labels with a dot between them, then a port, a path or nothing. An email address has its "@" before any of these. */
const hostFirst = /^[^\s./:?#@]+(?:\.[^\s./:?#@]+)+\.?(?:[:/?#]\S*)?$/;
