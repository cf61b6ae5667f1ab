import { initials } from '#client/text/person.ts';
import { type Letters, type PlacedPictures, picturePlaces, pictureSize, type Shared } from '#shared/share-drawing.ts';
import { drawable } from './letters.ts';
import { Box, drawnFrom, Face, ink, Wordmark, Words } from './parts.tsx';
import { wordsOfPicture } from './picture-words.ts';

const side = 72;
/** With its edges, which satori adds to a given height. */
const chipHeight = 54;
const chipEdge = 2;

interface SharedPictureProps {
  shared: Shared;
  pictures: PlacedPictures;
  files: Letters['files'];
}

/** The picture of a link to a public page: cover, face, name, the first sentence and skills. */
export function SharedPicture({ shared, pictures, files }: SharedPictureProps) {
  const { id, title, line, sentence, skills, person } = wordsOfPicture(shared, (text) => drawable(text, files));
  const isPerson = shared.kind === 'profile';
  const { cover, face } = picturePlaces;
  const size = isPerson ? face.width : 48;
  const drawnFace = (
    <Face
      id={person.id}
      initials={initials(person.name)}
      size={size}
      picture={pictures.face}
      edge={isPerson ? 10 : 0}
    />
  );
  const letters = widthInLetters(title);
  const isLong = letters > (isPerson ? 23 : 28);
  const longSize = isPerson ? 44 : 48;
  const name = (
    <Words
      lines={2}
      style={{
        fontSize: isLong ? longSize : 64,
        fontWeight: 600,
        lineHeight: 1.15,
        letterSpacing: '-0.02em',
        color: ink.text,
      }}
    >
      {title}
    </Words>
  );
  const about = <Words style={{ fontSize: 30, lineHeight: 1.3, color: ink.muted }}>{line}</Words>;
  const titleHasTwoLines = letters > (isPerson ? 32 : 40);
  return (
    <Box style={{ ...pictureSize, flexDirection: 'column', background: ink.card, fontFamily: 'text' }}>
      <img
        alt=""
        src={pictures.cover ?? drawnFrom(id, 'band')}
        {...cover}
        style={{ ...cover, objectFit: 'cover', objectPosition: 'right bottom' }}
      />
      {isPerson ? (
        <Box style={{ padding: `0 ${side}px`, marginTop: -96, gap: 36 }}>
          {drawnFace}
          <Box
            style={{
              flexDirection: 'column',
              gap: 4,
              width: pictureSize.width - 2 * side - size - 36,
              paddingTop: 112,
            }}
          >
            {name}
            {about}
          </Box>
        </Box>
      ) : (
        <Box style={{ flexDirection: 'column', padding: `30px ${side}px 0`, gap: 12 }}>
          {name}
          <Box style={{ alignItems: 'center', gap: 16 }}>
            {drawnFace}
            {about}
          </Box>
        </Box>
      )}
      <Box style={{ padding: `${isPerson ? 34 : 18}px ${side}px 0` }}>
        <Words lines={titleHasTwoLines ? 1 : 2} style={{ fontSize: 32, lineHeight: 1.35, color: ink.text }}>
          {sentence}
        </Words>
      </Box>
      <Box
        style={{
          ...{ position: 'absolute', left: side, right: side, bottom: 40, height: chipHeight },
          ...{ alignItems: 'center', justifyContent: 'space-between' },
        }}
      >
        <Box style={{ gap: 14, height: chipHeight, width: 800, flexWrap: 'wrap', overflow: 'hidden' }}>
          {skills.map((skill) => (
            <Box
              key={skill}
              style={{
                ...{ height: chipHeight - 2 * chipEdge, padding: '0 20px', alignItems: 'center', maxWidth: 780 },
                ...{ border: `${chipEdge}px solid ${ink.line}`, borderRadius: 14, background: ink.tint },
                ...{ fontFamily: 'mono', fontSize: 24, fontWeight: 600, color: ink.text },
              }}
            >
              {skill}
            </Box>
          ))}
        </Box>
        <Wordmark size={34} />
      </Box>
    </Box>
  );
}

/** Letters of Chinese, Japanese and Korean are as wide as two. */
function widthInLetters(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/u.test(letter) ? 1.8 : 1),
    0,
  );
}
