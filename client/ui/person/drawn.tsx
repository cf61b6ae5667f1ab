import { createElement, memo, type ReactElement, useId } from 'react';
import { type Drawing, type DrawnElement, draw, type Shape } from '#shared/drawing/draw.ts';

interface Props {
  /** The id of the person or project, which decides colours and pattern. */
  id: string;
  shape: Shape;
}

/** The colours and the pattern that belong to an id, filling its box. Its end and its bottom are never cut off. */
export const Drawn = memo(function Drawn({ id, shape }: Props) {
  const prefix = useId();
  const { width, height, elements } = drawingOf(id, shape);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={shape === 'avatar' ? 'xMidYMid slice' : 'xMaxYMax slice'}
      className="block size-full"
      aria-hidden="true"
    >
      {elements.map((element, at) => toReact(element, prefix, at))}
    </svg>
  );
});

/** A cache of drawings: the same people appear on every screen, and a drawing depends only on its key. */
const drawings = new Map<string, Drawing>();
const mostDrawings = 300;

function drawingOf(id: string, shape: Shape): Drawing {
  const key = `${shape} ${id}`;
  const drawing = drawings.get(key) ?? draw(id, shape, 'page');
  if (drawings.size >= mostDrawings) drawings.clear();
  drawings.set(key, drawing);
  return drawing;
}

function toReact({ tag, attributes, children }: DrawnElement, prefix: string, key: number): ReactElement {
  const props = Object.entries(attributes).map(([name, value]) => [
    name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    name === 'id' ? prefix + value : String(value).replace('url(#', `url(#${prefix}`),
  ]);
  return createElement(
    tag,
    { key, ...Object.fromEntries(props) },
    children?.map((child, at) => toReact(child, prefix, at)),
  );
}
