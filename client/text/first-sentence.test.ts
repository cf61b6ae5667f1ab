import { expect, it } from 'vitest';
import { firstSentence } from './first-sentence.ts';

it.each([
  ['I keep payment rails boring. Ask me about queues.', 'I keep payment rails boring.'],
  ['Is it fast? Yes!', 'Is it fast?'],
  ['データベースが好きです。二番目の文。', 'データベースが好きです。'],
  ['أبني أدوات للمطورين. وأكتب عن ذلك.', 'أبني أدوات للمطورين.'],
  [
    '# Kindform\n\nForms that **forgive**: they keep\nwhat you typed. And more.',
    'Forms that forgive: they keep what you typed.',
  ],
  ['<p>One paragraph</p><p>Another</p>', 'One paragraph'],
  ['- first item\n- second item', 'first item'],
  ['no end', 'no end'],
  ['  \n ', ''],
])('the first sentence of %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});
