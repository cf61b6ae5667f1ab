import { expect, it } from 'vitest';
import { pauseAfter } from '#upstream/jobs/job-worker.ts';
import { loadNodemailer } from './delivery.ts';
import { type Letter, renderLetter } from './letter.ts';
import { composeMessage } from './message.ts';
import { seal, unseal } from './seal.ts';

const letter: Letter = {
  subject: 'Confirm <your> address',
  greeting: 'Hello <b>Ana</b>,',
  paragraphs: ['Please confirm & go on.'],
  button: { label: 'Confirm', url: 'https://dot.test/verify#a"b' },
  code: '123456',
  notes: ['It works for a day.'],
};

it('has the same words as text and as HTML, whose markup nobody can add to', () => {
  const { subject, text, html } = renderLetter(letter, 'https://dot.test');
  expect(subject).toBe('Confirm <your> address');
  expect(text).toBe(
    [
      'Hello <b>Ana</b>,',
      'Please confirm & go on.',
      'Confirm:\nhttps://dot.test/verify#a"b',
      'Or type this code: 123 456',
      'It works for a day.',
      '-- \nDotCode, https://dot.test\n',
    ].join('\n\n'),
  );
  expect(html).toContain('Hello &lt;b&gt;Ana&lt;/b&gt;,');
  expect(html).toContain('href="https://dot.test/verify#a&quot;b"');
  expect(html).toContain('123 456');
  expect(html).not.toContain('<b>');
});

it('is readable without pictures, loads nothing, and follows the theme of the mail program', () => {
  const { html } = renderLetter(letter, 'https://dot.test');
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import/);
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(html).toContain('prefers-color-scheme: dark');
});

it('pauses for half a minute, then twice as long each time, up to an hour', () => {
  expect([1, 2, 3, 7, 8, 40].map((tries) => pauseAfter(tries, undefined, 0.5) / 1000)).toEqual([
    30, 60, 120, 1920, 3600, 3600,
  ]);
  expect(pauseAfter(1, undefined, 0)).toBe(27_000);
  expect(pauseAfter(1, undefined, 1)).toBe(33_000);
});

it('is opened with the key that has sealed it, and with no other', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const sealed = seal(key, { to: 'ana@mail.test' });
  expect(unseal(key, sealed)).toEqual({ to: 'ana@mail.test' });
  expect(unseal(other, sealed)).toBeUndefined();
  const changed = sealed.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
  expect(unseal(key, changed)).toBeUndefined();
  expect(seal(key, 1)).not.toBe(seal(key, 1));
});

it.each([
  '=?utf-8?q?evil=2Eexample?= wants to connect with you',
  `${'=?utf-8?b?ZXZpbC5leGFtcGxl?= '.repeat(8)}Zoë 😀 has answered you`,
])('has a Subject that is read as it was written: %s', async (subject) => {
  const mail = { to: 'ana@mail.test', letter: { ...letter, subject } };
  const sender = { from: 'DotCode <no-reply@dot.test>', site: 'https://dot.test' };
  const { createTransport } = await loadNodemailer();
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(composeMessage({ key: 'a', created_at: 0 }, mail, sender));
  const source = String(message).replace(/\r\n[ \t]+/g, ' ');
  const [, header = ''] = /^Subject: (.*)\r$/m.exec(source) ?? [];
  const words = header.split(' ').map((word) => /^=\?UTF-8\?B\?([^?]*)\?=$/.exec(word)?.[1] ?? '');
  expect(words.map((word) => Buffer.from(word, 'base64').toString()).join('')).toBe(subject);
});
