import type { Drawing, DrawnElement } from './draw.ts';

/** A drawing as the text of an SVG file. Nothing in it needs escaping: all of it is numbers, colours and our own words. */
export function toSvg({ width, height, elements }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${elementsOf(elements, '')}</svg>`;
}

/** A part of an SVG file that fills a box with a drawing. `name` keeps its ids apart from those of other parts. */
export function drawnPart(
  { width, height, elements }: Drawing,
  name: string,
  box: { x: number; y: number; width: number; height: number },
): string {
  const place = Object.entries(box).map(([side, value]) => ` ${side}="${value}"`);
  return `<svg${place.join('')} viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMaxYMax slice">${elementsOf(elements, name)}</svg>`;
}

function elementsOf(elements: readonly DrawnElement[], prefix: string): string {
  return elements.map((each) => element(each, prefix)).join('');
}

function element({ tag, attributes, children = [] }: DrawnElement, prefix: string): string {
  const list = Object.entries(attributes).map(([name, value]) => {
    const text = name === 'id' ? prefix + value : String(value).replace('url(#', `url(#${prefix}`);
    return ` ${name}="${text}"`;
  });
  return `<${tag}${list.join('')}>${elementsOf(children, prefix)}</${tag}>`;
}
