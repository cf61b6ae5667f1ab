import type { Part } from './part.ts';

const head = `# Results

Written by \`npm run bench\`: each section is one part's latest run (\`npm run bench -- proxy,static\`), with its date and
versions at its end. Ratios are of runs that alternate within one go: every round measures every peer in turning order,
and a ratio is formed within each round. For rates, where two cores allow it, what is measured has the first to itself and
the load, a process of its own, the second; other work on the machine moves rates by far more than ratios.
Where it was busy (see the load average) ranges are wide, and \`× by CPU\`, the processor time each request cost, is the
steadier comparison: the proxy's budgets are judged by it, the others by the median of the rates.
`;

/** The results with one part's section put in or replaced, the parts in their order. */
export function withSection(existing: string, parts: readonly Part[], part: Part, text: string): string {
  const sections = parts.flatMap((each) => {
    const body = each.name === part.name ? text.trim() : sectionOf(existing, each);
    return body === '' ? [] : [`${marker(each)}\n\n## ${each.title}\n\n${body}\n`];
  });
  return `${head}\n${sections.join('\n')}`;
}

/** The text of one part. */
export function sectionOf(existing: string, part: Part): string {
  const rest = existing.split(`${marker(part)}\n`)[1]?.split('\n<!-- part ')[0] ?? '';
  return rest.replace(/^\s*## .*\n/, '').trim();
}

function marker({ name }: Part): string {
  return `<!-- part ${name} -->`;
}
