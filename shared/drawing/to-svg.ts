import type { Drawing, DrawnElement } from './draw.ts';

/** A drawing as the text of an SVG file. Nothing in it needs escaping: all of it is numbers, colours and our own words. */
export function toSvg({ width, height, elements }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${elementsOf(elements)}</svg>`;
}

function elementsOf(elements: readonly DrawnElement[]): string {
  return elements.map(element).join('');
}

function element({ tag, attributes, children = [] }: DrawnElement): string {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${list.join('')}>${elementsOf(children)}</${tag}>`;
}
