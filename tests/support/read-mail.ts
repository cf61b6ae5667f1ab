/** The words of a mail's text part. */
export function wordsOf(source: string): string {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? '';
  const part = source.split(`--${boundary}`).find((each) => /content-type: text\/plain/i.test(each)) ?? '';
  const [head = '', ...body] = part.split(/\r?\n\r?\n/);
  const text = body.join('\n\n');
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  if (!/content-transfer-encoding: quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The path and fragment of the link, and the token in it. */
export function linkIn(words: string): { path: string; token: string } {
  const [, path = '', fragment = ''] = /https?:\/\/[^/\s]+(\/(?:verify|reset|leave))#(\S+)/.exec(words) ?? [];
  if (path === '') throw new Error(`There is no link in: ${words}`);
  return { path: `${path}#${fragment}`, token: fragment.replace(/^(?:undo|return)\./, '') };
}

export function codeIn(words: string): string {
  return /code: (\d{3}) (\d{3})/.exec(words)?.slice(1).join('') ?? '';
}
