import type { GatewayPromise } from './promise.ts';
import { promises } from './promises.ts';
import { type Answer, createTarget, type Target } from './target.ts';

/** Promises are examined side by side, because each may wait for a server that leaves its connection open. */
const atOnce = 16;

export interface SelftestResult {
  readonly kept: number;
  readonly total: number;
}

/**
 * Looks at a running deployment from outside, promise by promise, and prints what it finds and a score. It does not
 * log in and changes nothing there. With `behindProxy`, what the proxy in front answers by itself, or writes into the
 * gateway's answers, counts neither for nor against the gateway.
 */
export async function selftest(
  url: URL,
  print: (line: string) => void,
  { behindProxy = false }: { behindProxy?: boolean } = {},
): Promise<SelftestResult> {
  const target = createTarget(url);
  // Without a server every check would fail: say that once instead.
  await target.ask('GET /health').catch((error: Error) => {
    throw new Error(`There is no answer from ${url.origin}: ${error.message}`, { cause: error });
  });
  let kept = 0;
  let total = 0;
  for (const { name, promises: ofGroup, isMalformed } of promises) {
    const findings: Finding[] = [];
    for (let i = 0; i < ofGroup.length; i += atOnce) {
      const batch = ofGroup.slice(i, i + atOnce);
      findings.push(...(await Promise.all(batch.map((each) => find(each, target, { behindProxy, isMalformed })))));
    }
    const keptHere = findings.filter(({ verdict }) => verdict === 'ok').length;
    const counted = findings.filter(({ verdict }) => verdict !== 'proxy').length;
    print(`\n${name}: ${keptHere} of ${counted}`);
    for (const { promise, verdict, problem } of findings)
      print(`  ${verdict.padEnd(5)} ${promise}${problem === undefined ? '' : ` (${problem})`}`);
    kept += keptHere;
    total += counted;
  }
  print(`\nScore: ${kept} of ${total}, ${Math.floor((100 * kept) / total)} %`);
  return { kept, total };
}

interface Finding {
  readonly promise: string;
  /** `proxy`: the proxy in front has answered by itself, so that the promise could not be examined. */
  readonly verdict: 'ok' | 'FAIL' | 'proxy';
  readonly problem?: string;
}

async function find(
  { name: promise, deviation }: GatewayPromise,
  target: Target,
  { behindProxy, isMalformed = false }: { behindProxy: boolean; isMalformed?: boolean | undefined },
): Promise<Finding> {
  let isForeign = false;
  // Every answer of the gateway has an X-Request-Id; without one it is the proxy's own.
  const watch = async (answering: Promise<Answer>): Promise<Answer> => {
    const answer = await answering;
    if (answer.header('X-Request-Id') === '') isForeign = true;
    return answer;
  };
  const watched: Target = {
    ...target,
    raw: (bytes) => watch(target.raw(bytes)),
    ask: (...asked) => watch(target.ask(...asked)),
  };
  const problem = await deviation(watched).catch((error: Error) => error.message);
  if (problem === undefined) return { promise, verdict: 'ok' };
  const isOfProxy = behindProxy && (isForeign || isMalformed || /^(Server|Via|Alt-Svc): /i.test(problem));
  return { promise, verdict: isOfProxy ? 'proxy' : 'FAIL', problem };
}
