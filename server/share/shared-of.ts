import type { PublicProfile, PublicProject } from '#shared/api/public-pages.ts';
import { limits } from '#shared/limits.ts';
import { projectStatuses } from '#shared/project-statuses.ts';
import type { Shared } from '#shared/shared-page.ts';
import { uploadedUrl } from '#shared/uploaded-url.ts';

/**
 * Reads an upstream's answer field by field, so that nothing reaches a page which the page does not print, whatever the
 * upstream sends. Undefined for anything that is no public project or profile. Pictures of other sites are left out:
 * they would tell those sites who looks.
 */
export function sharedOf(kind: Shared['kind'], body: unknown): Shared | undefined {
  if (kind === 'project') {
    const project = projectIn(fieldsOf(fieldsOf(body)?.project));
    return project && { kind, project };
  }
  const user = profileIn(fieldsOf(fieldsOf(body)?.user));
  return user && { kind, user };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function textIn(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most) : '';
}

function pictureIn(value: unknown): string | undefined {
  return typeof value === 'string' && uploadedUrl.test(value) ? value : undefined;
}

function skillsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, limits.skills.max) : [];
  return [...new Set(list.map((skill) => textIn(skill, limits.skill.max)).filter(Boolean))];
}

function cardIn(fields: Fields): PublicProfile['projects'][number] | undefined {
  const _id = textIn(fields._id, 100);
  if (_id === '' || typeof fields.projectName !== 'string') return undefined;
  const projectImage = pictureIn(fields.projectImage);
  const projectImageAlt = textIn(fields.projectImageAlt, limits.imageAlt.max);
  return {
    _id,
    projectName: textIn(fields.projectName, limits.projectName.max),
    ...(projectImage && { projectImage }),
    ...(projectImageAlt && { projectImageAlt }),
  };
}

function projectIn(fields: Fields | undefined): PublicProject | undefined {
  const card = fields && cardIn(fields);
  const creator = fieldsOf(fields?.creator);
  const firstName = textIn(creator?.firstName, limits.name.max);
  if (fields === undefined || card === undefined || creator === undefined || firstName === '') return undefined;
  const [creatorId, lastName] = [textIn(creator._id, 100), textIn(creator.lastName, limits.name.max)];
  const photoUrl = pictureIn(creator.photoUrl);
  const updates = updatesIn(fields.updates);
  return {
    ...card,
    skills: skillsIn(fields.skills),
    description: textIn(fields.description, limits.projectDescription.max),
    ...factsIn(fields),
    ...(updates.length > 0 && { updates }),
    creator: {
      firstName,
      ...(creatorId && { _id: creatorId }),
      ...(lastName && { lastName }),
      ...(photoUrl && { photoUrl }),
    },
  };
}

function updatesIn(value: unknown): NonNullable<PublicProject['updates']> {
  const listed = Array.isArray(value) ? value.slice(0, 10) : [];
  return listed.flatMap((one) => {
    const fields = fieldsOf(one);
    const text = textIn(fields?.text, limits.projectUpdate.max);
    const createdAt = textIn(fields?.createdAt, 30);
    if (text === '' || Number.isNaN(Date.parse(createdAt))) return [];
    const picture = fieldsOf(fields?.picture);
    const url = pictureIn(picture?.url);
    const alt = textIn(picture?.alt, limits.imageAlt.max);
    return [{ text, createdAt, ...(url && { picture: { url, alt } }) }];
  });
}

type Facts = Pick<PublicProject, 'status' | 'repositoryUrl' | 'demoUrl' | 'roles' | 'hoursPerWeek'>;

function factsIn(fields: Fields): Facts {
  const status = projectStatuses.find((one) => one === fields.status);
  const [repositoryUrl, demoUrl] = [linkIn(fields.repositoryUrl), linkIn(fields.demoUrl)];
  const { hoursPerWeek: hours } = fields;
  const listed = Array.isArray(fields.roles) ? fields.roles.slice(0, limits.roles.max) : [];
  const roles = listed.flatMap((one) => {
    const role = fieldsOf(one);
    const name = textIn(role?.name, limits.role.max);
    return name === '' ? [] : [{ name, filled: role?.filled === true }];
  });
  return {
    ...(status && { status }),
    ...(repositoryUrl && { repositoryUrl }),
    ...(demoUrl && { demoUrl }),
    ...(roles.length > 0 && { roles }),
    ...(typeof hours === 'number' && hours > 0 && hours <= limits.hoursPerWeek.max && { hoursPerWeek: hours }),
  };
}

/** Undefined for anything but an http or https address: the upstream may send a link that runs a script. */
function linkIn(value: unknown): string | undefined {
  const text = textIn(value, limits.link.max);
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

function profileIn(fields: Fields | undefined): PublicProfile | undefined {
  const _id = textIn(fields?._id, 100);
  const firstName = textIn(fields?.firstName, limits.name.max);
  if (fields === undefined || _id === '' || firstName === '') return undefined;
  const [photoUrl, coverUrl] = [pictureIn(fields.photoUrl), pictureIn(fields.coverUrl)];
  const [headline, about] = [textIn(fields.headline, limits.headline.max), textIn(fields.about, limits.about.max)];
  const projects = Array.isArray(fields.projects) ? fields.projects.slice(0, 50) : [];
  return {
    _id,
    firstName,
    lastName: textIn(fields.lastName, limits.name.max),
    ...(photoUrl && { photoUrl }),
    ...(coverUrl && { coverUrl }),
    ...(headline && { headline }),
    ...(about && { about }),
    skills: skillsIn(fields.skills),
    projects: projects.flatMap((each) => cardIn(fieldsOf(each) ?? {}) ?? []),
  };
}
