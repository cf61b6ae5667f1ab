import type { Letter } from '#upstream/mail/letter.ts';

export function warningLetter(name: string, reason: string, site: string): Letter {
  return {
    subject: 'A warning about your account',
    greeting: `Hello ${name},`,
    paragraphs: ['A moderator of DotCode has looked at something of yours that was reported, and warns you:', reason],
    button: { label: 'Open DotCode', url: site },
    notes: ['The next time, your account may be suspended.'],
  };
}

export function suspendedLetter(
  name: string,
  { reason, until, contact }: { reason: string; until: number | null; contact: string | undefined },
): Letter {
  const end = until === null ? '' : ` until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: 'Your account is suspended',
    greeting: `Hello ${name},`,
    paragraphs: [`Your DotCode account is suspended${end}. A moderator gives this reason:`, reason],
    notes: [
      `To appeal, write ${contact === undefined ? 'to the people who run this site' : `to ${contact.replace(/^mailto:/, '')}`}.`,
    ],
  };
}
