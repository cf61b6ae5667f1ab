import { plainExcerpt } from '#client/lib/text/markdown/plain-excerpt.ts';
import { fullName } from '#client/lib/text/person.ts';
import { sharePath } from '#shared/share-path.ts';
import type { Shared } from '#shared/shared-page.ts';

export interface ShareWords {
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
