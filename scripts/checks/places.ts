/** A place as a document writes it: a file with a line, and what stands there, a name or the call that adds a listener. */
const place = /\[`([\w/.-]+\.ts):\d+`\]\(\.\.\/[\w/.-]+\.ts#L\d+\) › `([#\w]+|\w+\.(?:on|once)\('\w+'\))`/g;

/** The document with the line at which each of its places stands today. Throws for a place that is gone. */
export function withLines(document: string, read: (file: string) => string): string {
  return document.replace(place, (_written, file: string, what: string) => {
    const line = lineOf(read(file), what);
    if (line === 0) throw new Error(`${file} has no ${what}`);
    return `[\`${file}:${line}\`](../${file}#L${line}) › \`${what}\``;
  });
}

/** The first line that declares the name, or adds the listener, from 1; 0 where none does. */
function lineOf(source: string, what: string): number {
  const lines = source.split('\n');
  if (what.includes('(')) return lines.findIndex((line) => line.includes(`${what.slice(0, -1)},`)) + 1;
  const method = `^ +(?:async )?${what}\\((?:[^;]*\\{)?$`;
  const declared = new RegExp(`(?:function|const|class) ${what}\\b|readonly ${what}\\b.* = |${method}`);
  return lines.findIndex((line) => declared.test(line)) + 1;
}
