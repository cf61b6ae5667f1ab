import { fullName } from '#client/lib/text/person.ts';
import type { Shared, ShareSite } from '#shared/shared-page.ts';
import { linkPictureOf } from './link-picture.ts';
import type { ShareWords } from './words.ts';

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
