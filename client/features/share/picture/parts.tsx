import type { CSSProperties, ReactNode } from 'react';
import satori from 'satori';
import { toHex } from '#shared/drawing/colour.ts';
import { draw, type Shape } from '#shared/drawing/draw.ts';
import { toSvg } from '#shared/drawing/to-svg.ts';
import { type Letters, pictureSize } from '#shared/share-drawing.ts';
import { fontsFor } from './letters.ts';

// Everything in this folder is drawn by satori, which knows the style attribute and flex boxes only.

/** Colours of the light theme: client/styles/main.css. */
export const ink = {
  page: toHex([0.972, 0.006, 265]),
  card: toHex([0.995, 0.002, 265]),
  line: toHex([0.915, 0.009, 265]),
  text: toHex([0.24, 0.03, 265]),
  muted: toHex([0.47, 0.025, 265]),
  primary: toHex([0.49, 0.19, 268]),
  tint: toHex([0.96, 0.03, 268]),
} as const;

/** The picture as SVG. `words` are all the words in it, for which fonts are read. */
export async function toPicture(picture: ReactNode, words: string, letters: Letters): Promise<string> {
  return satori(picture, { ...pictureSize, fonts: await fontsFor(words, letters) });
}

/** The colours and pattern of an id, as the address of a picture. */
export function drawnFrom(id: string, shape: Shape): string {
  const { width, height } = draw(id, shape, 'light');
  const svg = toSvg(draw(id, shape, 'light')).replace('<svg ', `<svg width="${width}" height="${height}" `);
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

interface BoxProps {
  style: CSSProperties;
  children?: ReactNode;
}

/** satori wants every box with several children to be a flex box. */
export function Box({ style, children }: BoxProps) {
  return <div style={{ display: 'flex', ...style }}>{children}</div>;
}

interface WordsProps {
  children: string;
  style: CSSProperties;
  lines?: number;
}

/** A text that ends in an ellipsis where it is longer than its lines. */
export function Words({ children, style, lines = 1 }: WordsProps) {
  const direction = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(children) ? 'rtl' : 'ltr';
  // The text is cut at the box's padding, because Arabic letters reach below the line of a Latin font.
  const room = { paddingBottom: '0.35em', marginBottom: '-0.35em' };
  return (
    <div
      style={{
        display: 'block',
        overflow: 'hidden',
        lineClamp: lines,
        direction,
        textAlign: 'left',
        ...room,
        ...style,
      }}
    >
      {children}
    </div>
  );
}

interface FaceProps {
  id: string;
  initials: string;
  size: number;
  /** The address of an uploaded picture. */
  picture?: string | undefined;
  edge: number;
}

/** A round face with an edge in the colour of the card. */
export function Face({ id, initials, size, picture, edge }: FaceProps) {
  const whole = { width: size, height: size, borderRadius: size / 2 };
  return (
    <Box style={{ ...whole, position: 'relative', flexShrink: 0, boxShadow: `0 0 0 ${edge}px ${ink.card}` }}>
      <img alt="" src={picture ?? drawnFrom(id, 'avatar')} width={size} height={size} style={whole} />
      {picture === undefined && (
        <Box
          style={{
            ...whole,
            ...{ position: 'absolute', alignItems: 'center', justifyContent: 'center' },
            ...{ color: '#fff', fontSize: size * 0.38, fontWeight: 600 },
          }}
        >
          {initials}
        </Box>
      )}
    </Box>
  );
}

export function Wordmark({ size }: { size: number }) {
  return (
    <Box style={{ fontFamily: 'mono', fontSize: size, fontWeight: 600, color: ink.text, flexShrink: 0 }}>
      Dot<span style={{ color: ink.primary }}>.Code</span>
    </Box>
  );
}
