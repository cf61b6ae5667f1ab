/** The words of one mail, before they become text and HTML. */
export interface Letter {
  subject: string;
  /** The first words of the mail, such as `Hello Ana,`. */
  greeting: string;
  /** Plain sentences, in paragraphs, before the button. */
  paragraphs: readonly string[];
  button?: { label: string; url: string };
  /** Digits to type where the link cannot be opened. */
  code?: string;
  /** Sentences below the button: how long it works, and what to do when the mail was not expected. */
  notes: readonly string[];
  /** How to get no more mails of this kind; for all that is not about security. */
  stop?: {
    /** A page with one button. */
    page: string;
    /** For the button of the mail program: a POST stops them (RFC 8058). */
    oneClick: string;
    /** The page on which the person chooses which mails to get. */
    settings: string;
  };
}

export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

/** Both parts of a mail. `site` is the address that people know, for the last line. */
export function renderLetter(letter: Letter, site: string): RenderedLetter {
  return { subject: letter.subject, text: textOf(letter, site), html: htmlOf(letter, site) };
}

function textOf({ greeting, paragraphs, button, code, notes, stop }: Letter, site: string): string {
  const blocks = [greeting, ...paragraphs];
  if (button) blocks.push(`${button.label}:\n${button.url}`);
  if (code !== undefined) blocks.push(`Or type this code: ${spaced(code)}`);
  if (stop) notes = [...notes, `${stopWords.page}:\n${stop.page}`, `${stopWords.settings}:\n${stop.settings}`];
  return `${[...blocks, ...notes].join('\n\n')}\n\n-- \nDotCode, ${site}\n`;
}

const stopWords = { page: 'Stop mails like this one', settings: 'Choose which mails you get' };

/** In groups of three, as people read digits aloud. */
function spaced(code: string): string {
  return code.replace(/(\d{3})(?=\d)/g, '$1 ');
}

/**
 * No picture, no font and no script is loaded. The colours stand at each element too, because some mail programs drop
 * `<style>`; there the light ones are shown.
 */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #14161c !important }
  .card { background: #1d2029 !important; border-color: #343947 !important }
  .words, .words a { color: #eef0f6 !important }
  .quiet, .quiet a { color: #a9b0c2 !important }
  .code { background: #14161c !important; color: #eef0f6 !important; border-color: #343947 !important }
}
`;
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function htmlOf({ subject, greeting, paragraphs, button, code, notes, stop }: Letter, site: string): string {
  const words = (text: string) =>
    `<p class="words" style="margin:0 0 16px;color:#1c1f29;font-size:16px;line-height:24px">${escaped(text)}</p>`;
  const quiet = (text: string) =>
    `<p class="quiet" style="margin:0 0 12px;color:#565d70;font-size:14px;line-height:20px">${escaped(text)}</p>`;
  const body = [
    ...[greeting, ...paragraphs].map(words),
    button && buttonOf(button),
    code !== undefined && codeOf(code),
    ...notes.map(quiet),
    button && linkOf(button.url),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${styles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f8;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f3f4f8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="words" style="padding:0 4px 16px;color:#1c1f29;font-size:18px;font-weight:700">Dot.Code</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #dfe2ea;border-radius:12px;padding:28px 24px 16px">
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;color:#565d70;font-size:13px;line-height:18px">DotCode, ${anchor(site, site.replace(/^https?:\/\//, ''))}${stop ? stopLinks(stop) : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function buttonOf({ label, url }: NonNullable<Letter['button']>): string {
  const look = 'display:inline-block;padding:12px 20px;border-radius:8px;background:#3451ca;color:#ffffff';
  return `<p style="margin:8px 0 20px"><a href="${escaped(url)}" style="${look};font-size:16px;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`;
}

function codeOf(code: string): string {
  const look = 'display:inline-block;padding:8px 16px;border:1px solid #dfe2ea;border-radius:8px;background:#f3f4f8';
  return `<p class="words" style="margin:0 0 8px;color:#1c1f29;font-size:16px;line-height:24px">Or type this code:</p>
<p style="margin:0 0 20px"><span class="code" style="${look};color:#1c1f29;font:600 24px/32px ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px">${escaped(spaced(code))}</span></p>`;
}

/** For programs that do not follow the button. */
function linkOf(url: string): string {
  return `<p class="quiet" style="margin:0 0 12px;color:#565d70;font-size:13px;line-height:18px;word-break:break-word">If the button does nothing, open this address: ${anchor(url, url)}</p>`;
}

function stopLinks({ page, settings }: NonNullable<Letter['stop']>): string {
  return `<br><br>${anchor(page, stopWords.page)} &middot; ${anchor(settings, stopWords.settings)}`;
}

function anchor(url: string, words: string): string {
  return `<a href="${escaped(url)}" class="quiet" style="color:#565d70">${escaped(words)}</a>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
