import { firstSentence } from '#client/text/first-sentence.ts';
import { fullName } from '#client/text/person.ts';
import type { Shared } from '#shared/share-drawing.ts';

export interface PictureWords {
  /** Whose colours the cover has. */
  id: string;
  title: string;
  line: string;
  sentence: string;
  skills: string[];
  /** Whose face is shown. */
  person: { id: string; name: string };
}

/** The words of a link's picture, of the letters that `drawable` leaves. */
export function wordsOfPicture(shared: Shared, drawable: (text: string) => string): PictureWords {
  if (shared.kind === 'project') {
    const { _id, projectName, description, skills, creator } = shared.project;
    const name = drawable(fullName({ lastName: '', ...creator }));
    return {
      id: _id,
      title: drawable(projectName) || 'Untitled project',
      line: name === '' ? 'A project on DotCode' : `A project by ${name}`,
      sentence: drawable(firstSentence(description)),
      skills: skills.map(drawable).filter(Boolean),
      person: { id: creator._id ?? creator.firstName, name },
    };
  }
  const { _id, headline = '', about = '', skills } = shared.user;
  const name = drawable(fullName(shared.user));
  return {
    id: _id,
    title: name || 'A developer',
    line: drawable(headline) || 'A developer on DotCode',
    sentence: drawable(firstSentence(about)),
    skills: skills.map(drawable).filter(Boolean),
    person: { id: _id, name },
  };
}
