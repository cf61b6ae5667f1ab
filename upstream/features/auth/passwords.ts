import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const argon2Async = promisify(argon2);

/** The cost of a hash: memory in KiB, and the number of passes over it. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
}

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, parallelism 1. About 20 ms on one core. */
export const usualCost: HashCost = { memory: 19_456, passes: 2 };

const parallelism = 1;
const tagLength = 32;

/** The password's argon2id hash in PHC format, whose parameters allow raising the cost without breaking old hashes. */
export async function hashPassword(password: string, { memory, passes } = usualCost): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2Async('argon2id', {
    message: toBytes(password),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength,
  });
  return formatted({ memory, passes }, encode(nonce), encode(tag));
}

/** Takes equally long with a hash to compare with, and without one. */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  cost = usualCost,
): Promise<boolean> {
  const compared = hash ?? formatted(cost, 'A'.repeat(22), 'A'.repeat(43));
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/.exec(compared);
  const [, memory, passes, lanes, nonce = '', tag = ''] = match ?? [];
  if (!match) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await argon2Async('argon2id', {
    message: toBytes(password),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && hash !== null && hash !== undefined;
}

/** Whether a hash was made at a lower cost than new ones are. */
export function needsRehash(hash: string, cost = usualCost): boolean {
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(hash) ?? [];
  return memory !== undefined && Number(memory) * Number(passes) < workOf(cost);
}

function workOf({ memory, passes }: HashCost): number {
  return memory * passes;
}

function formatted({ memory, passes }: HashCost, nonce: string, tag: string): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce}$${tag}`;
}

/** NFKC: keyboards may produce composed or decomposed letters for the same password. */
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'), 'utf8');
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
