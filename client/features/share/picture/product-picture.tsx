import { pictureSize } from '#shared/share-drawing.ts';
import { Box, drawnFrom, Face, ink, Wordmark } from './parts.tsx';

const card = { width: 380, height: 236, radius: 28, cover: 128, face: 84 } as const;

/** Three cards, each turned a little: the ids decide their colours. */
const cards = [
  { id: 'share-3', initials: 'AF', left: 742, top: 40, turn: 5 },
  { id: 'share-8', initials: 'JM', left: 650, top: 206, turn: -4 },
  { id: 'share-1', initials: 'KO', left: 762, top: 366, turn: 3 },
] as const;

const line = 'Meet developers and build together.';

/** The words for which fonts are read. */
export const wordsOfProduct = `Dot.Code Connect. Collaborate. ${line} AFJMKO`;

/** The product in one picture, for links to its open pages. */
export function ProductPicture() {
  const lights =
    'radial-gradient(circle at 1010px 90px, rgba(201,195,255,.55), rgba(201,195,255,0) 520px), radial-gradient(circle at 560px 640px, rgba(159,227,230,.55), rgba(159,227,230,0) 460px)';
  return (
    <Box
      style={{
        ...pictureSize,
        position: 'relative',
        backgroundColor: ink.page,
        backgroundImage: lights,
        fontFamily: 'text',
      }}
    >
      {cards.map((each) => (
        <DrawnCard key={each.id} {...each} />
      ))}
      <Box style={{ position: 'absolute', left: 84, top: 82 }}>
        <Wordmark size={40} />
      </Box>
      <Box
        style={{
          ...{ position: 'absolute', left: 84, top: 186, flexDirection: 'column', color: ink.text },
          ...{ fontSize: 84, fontWeight: 600, lineHeight: 1.19, letterSpacing: '-0.02em' },
        }}
      >
        <Box style={{}}>Connect.</Box>
        <Box style={{}}>Collaborate.</Box>
        <Box style={{ fontFamily: 'mono', color: ink.primary, marginLeft: -15, letterSpacing: 0 }}>.Code</Box>
      </Box>
      <Box style={{ position: 'absolute', left: 84, top: 516, fontSize: 32, color: ink.muted }}>{line}</Box>
    </Box>
  );
}

/** A card as the product shows a person: cover, face and three lines of text seen from afar. */
function DrawnCard({ id, initials, left, top, turn }: (typeof cards)[number]) {
  const { width, height, radius, cover, face } = card;
  const bar = (y: number, length: number, background: string) => (
    <Box
      style={{ position: 'absolute', left: face + 52, top: y, width: length, height: 14, borderRadius: 7, background }}
    />
  );
  return (
    <Box
      style={{
        ...{ position: 'absolute', left, top, width, height, borderRadius: radius, overflow: 'hidden' },
        ...{ background: ink.card, border: `2px solid ${ink.line}`, transform: `rotate(${turn}deg)` },
        boxShadow: '0 10px 30px rgba(20, 24, 60, .10)',
      }}
    >
      <img
        alt=""
        src={drawnFrom(id, 'card')}
        width={width}
        height={cover}
        style={{ width, height: cover, objectFit: 'cover', objectPosition: 'right bottom' }}
      />
      <Box style={{ position: 'absolute', left: 28, top: cover - face / 2 }}>
        <Face id={id} initials={initials} size={face} edge={6} />
      </Box>
      {bar(cover + 24, 150, ink.text)}
      {bar(cover + 52, 200, ink.line)}
    </Box>
  );
}
