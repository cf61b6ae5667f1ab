import type { CheckGroup } from './check.ts';
import { createTarget } from './exchange.ts';
import { files, pageHeaders } from './page-checks.ts';
import { api, crossSite, framing, sockets, targets } from './request-checks.ts';

const groups: readonly CheckGroup[] = [pageHeaders, files, api, crossSite, sockets, framing, targets];
/** Checks run side by side, because each may wait for a server that leaves its connection open. */
const atOnce = 16;

export interface SelftestResult {
  readonly kept: number;
  readonly total: number;
}

/**
 * Looks at a running deployment from outside, promise by promise, and prints what it finds and a score. It does not
 * log in and changes nothing there.
 */
export async function selftest(url: URL, print: (line: string) => void): Promise<SelftestResult> {
  const target = createTarget(url);
  // Without a server every check would fail: say that once instead.
  await target.ask('GET /health').catch((error: Error) => {
    throw new Error(`There is no answer from ${url.origin}: ${error.message}`, { cause: error });
  });
  let kept = 0;
  let total = 0;
  for (const { name, checks } of groups) {
    const problems: (string | undefined)[] = [];
    for (let i = 0; i < checks.length; i += atOnce) {
      const batch = checks.slice(i, i + atOnce);
      problems.push(
        ...(await Promise.all(batch.map(({ look }) => look(target).catch((error: Error) => error.message)))),
      );
    }
    const keptHere = problems.filter((problem) => problem === undefined).length;
    print(`\n${name}: ${keptHere} of ${checks.length}`);
    checks.forEach(({ promise }, i) => {
      const problem = problems[i];
      print(problem === undefined ? `  ok    ${promise}` : `  FAIL  ${promise} (${problem})`);
    });
    kept += keptHere;
    total += checks.length;
  }
  print(`\nScore: ${kept} of ${total}, ${Math.floor((100 * kept) / total)} %`);
  return { kept, total };
}
