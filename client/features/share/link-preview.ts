import { plainExcerpt } from '#client/lib/text/markdown/plain-excerpt.ts';
import { fullName } from '#client/lib/text/person.ts';
import { type PictureFile, pictureIdOf, pictureUrl } from '#shared/pictures.ts';
import { productPicture, type Shared, type ShareSite, sharePath } from '#shared/share-page.ts';

interface ShareWords {
  title: string;
  description: string;
  path: string;
  /** The description of the link's picture. */
  pictureAlt: string;
}

/** The words of a link. Search engines show some 160 characters of the description. */
export function wordsOf(shared: Shared): ShareWords {
  if (shared.kind === 'project') {
    const { _id, projectName, description, skills, creator } = shared.project;
    const [title, by] = [projectName.trim() || 'Untitled project', fullName({ lastName: '', ...creator })];
    const fallback = [`A project by ${by} on DotCode.`, skills.length > 0 ? `Built with ${listOf(skills)}.` : ''];
    return {
      title,
      description: plainExcerpt(description, 160) || fallback.join(' ').trim(),
      path: sharePath.project(_id),
      pictureAlt: `The project ${title} by ${by}, on DotCode`,
    };
  }
  const { _id, headline, about, skills } = shared.user;
  const title = fullName(shared.user);
  const facts = [
    headline ?? '',
    plainExcerpt(about ?? '', 120),
    skills.length > 0 ? `Works with ${listOf(skills)}.` : '',
  ];
  const words = facts.find((fact) => fact.trim() !== '') ?? '';
  return {
    title,
    description: words || `${title} is a developer on DotCode.`,
    path: sharePath.profile(_id),
    pictureAlt: `${title}, on DotCode`,
  };
}

function listOf(skills: readonly string[]): string {
  return new Intl.ListFormat('en').format(skills.slice(0, 4));
}

interface LinkPicture {
  readonly path: string;
  /** The size in pixels, where it is known. */
  readonly width?: number;
  readonly height?: number;
  /** How Twitter shows it. */
  readonly card: 'summary' | 'summary_large_image';
}

/** The picture of a link: the uploaded cover, else the uploaded face, else the one that ships. WebP, because few sites read AVIF. */
export function linkPictureOf(shared: Shared): LinkPicture {
  const { cover, face } =
    shared.kind === 'project'
      ? { cover: shared.project.projectImage, face: undefined }
      : { cover: shared.user.coverUrl, face: shared.user.photoUrl };
  const ofCover = uploaded(cover, 'cover.webp');
  if (ofCover !== undefined) return { path: ofCover, card: 'summary_large_image' };
  const ofFace = uploaded(face, 'avatar.webp');
  if (ofFace !== undefined) return { path: ofFace, card: 'summary' };
  return { ...productPicture, card: 'summary_large_image' };
}

function uploaded(url: string | undefined, file: PictureFile): string | undefined {
  const id = url && pictureIdOf(url);
  return id ? pictureUrl(id, file) : undefined;
}

/** JSON-LD for search engines (https://schema.org). No text in it can end the script element that holds it. */
export function structuredData(
  shared: Shared,
  { title, description, path }: Pick<ShareWords, 'title' | 'description' | 'path'>,
  { origin }: Pick<ShareSite, 'origin'>,
): string {
  // Addresses must be whole here.
  const places = origin === '' ? {} : { url: origin + path, image: origin + linkPictureOf(shared).path };
  const data =
    shared.kind === 'project'
      ? {
          '@type': 'CreativeWork',
          name: title,
          description,
          ...places,
          keywords: shared.project.skills,
          author: { '@type': 'Person', name: fullName({ lastName: '', ...shared.project.creator }) },
        }
      : {
          '@type': 'ProfilePage',
          ...places,
          mainEntity: { '@type': 'Person', name: title, description, knowsAbout: shared.user.skills, ...places },
        };
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
