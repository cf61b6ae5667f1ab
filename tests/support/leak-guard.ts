import { createHash } from 'node:crypto';

/** Searches every reply and the log for texts that must never be in them. */
export interface LeakGuard {
  /** A password that was sent, or a session token that was set. */
  knowSecret(secret: string): void;
  knowEmail(email: string): void;
  checkReply(reply: { text: string; headers: Headers; what: string; ownEmails: ReadonlySet<string> }): void;
  checkLog(lines: readonly string[]): void;
}

const hashPattern = /\$argon2|\$2[aby]\$|password_?hash|token_?hash/i;
const emailPattern = /[\w.+-]{1,64}@[\w-]+\.test\b/gi;

export function createLeakGuard(): LeakGuard {
  const secrets = new Set<string>();
  const emails = new Set<string>();
  const secretIn = (text: string) => [...secrets].find((secret) => text.includes(secret));
  return {
    knowSecret(secret) {
      if (secret.length < 8) return;
      secrets.add(secret);
      secrets.add(createHash('sha256').update(secret).digest('hex'));
    },
    knowEmail: (email) => void emails.add(email.toLowerCase()),
    checkReply({ text, headers, what, ownEmails }) {
      const everything = `${text}\n${[...headers].filter(([name]) => name !== 'set-cookie').join('\n')}`;
      if (hashPattern.test(everything)) throw new Error(`${what} leaks a hash: ${text.slice(0, 300)}`);
      const secret = secretIn(everything);
      if (secret !== undefined) throw new Error(`${what} leaks a secret: ${text.slice(0, 300)}`);
      for (const [email] of everything.matchAll(emailPattern))
        if (emails.has(email.toLowerCase()) && !ownEmails.has(email.toLowerCase()))
          throw new Error(`${what} leaks the email address ${email}: ${text.slice(0, 300)}`);
    },
    checkLog(lines) {
      for (const line of lines) {
        if (hashPattern.test(line) || secretIn(line) !== undefined) throw new Error(`the log leaks a secret: ${line}`);
        for (const [email] of line.matchAll(emailPattern))
          if (emails.has(email.toLowerCase())) throw new Error(`the log leaks an email address: ${line}`);
      }
    },
  };
}
