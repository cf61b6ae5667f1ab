import { fullName } from '#client/text/person.ts';
import type { Shared, ShareSite } from '#shared/share-drawing.ts';
import type { ShareWords } from './words.ts';

/** JSON-LD for search engines (https://schema.org). No text in it can end the script element that holds it. */
export function structuredData(
  shared: Shared,
  { title, description, path }: Pick<ShareWords, 'title' | 'description' | 'path'>,
  { origin, picture }: Pick<ShareSite, 'origin' | 'picture'>,
): string {
  // Addresses must be whole here.
  const places = origin === '' ? {} : { url: origin + path, image: origin + picture };
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
