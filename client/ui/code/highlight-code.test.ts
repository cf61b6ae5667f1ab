import { expect, it } from 'vitest';
import { highlightCode } from './highlight-code.ts';

function code(text: string): HTMLElement {
  const element = document.createElement('code');
  element.textContent = text;
  return element;
}

it.each([
  ['ts', 'const a: number = 1;'],
  ['tsx', 'const a = <b>{1}</b>;'],
  ['js', 'let a = 1;'],
  ['py', 'def a(): pass'],
  ['html', '<script>alert(1)</script>'],
  ['md', '# <b>Title</b>'],
  ['sql', 'select 1 from t'],
  ['sh', 'echo "$HOME"'],
  ['cpp', 'int main() { return 0; }'],
])('colours %s and keeps every character', async (language, text) => {
  const element = code(text);
  await highlightCode(element, language);
  expect(element.textContent).toBe(text);
  expect(element.querySelector('span[class^="hljs-"]')).not.toBeNull();
  expect(element.querySelector(':not(span)')).toBeNull();
});

it('leaves an unknown language and very long code plain', async () => {
  const unknown = code('whatever');
  await highlightCode(unknown, 'klingon');
  const long = code('let a = 1;'.repeat(2000));
  await highlightCode(long, 'js');
  expect(unknown.children.length + long.children.length).toBe(0);
});
