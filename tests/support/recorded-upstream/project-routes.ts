import type { Express } from 'express';
import { bodyOf, type Context, databaseCall, parameter, signedIn } from './context.ts';
import { defaultProjectImage, type ProjectDocument, pick } from './documents.ts';
import { castObjectId, castString, castStrings, newObjectId } from './object-id.ts';
import { isOf, otherOf } from './request-routes.ts';

export function addProjectRoutes(app: Express, context: Context): void {
  const { documents } = context;

  app.post(
    '/create-project',
    signedIn(context, async (request, response, me) => {
      try {
        const { projectName, projectImage, skills, description } = bodyOf(request);
        // The picture must be sent, as text, only to be thrown away.
        if (typeof projectImage !== 'string') throw new Error('projectImage');
        const name = castString(projectName ?? '', 'projectName');
        if (!name) throw new Error('projectName');
        await databaseCall(context);
        const created: ProjectDocument = {
          _id: newObjectId(),
          projectName: name,
          projectImage: defaultProjectImage,
          skills: skills === undefined ? [] : castStrings(skills, 'skills'),
          ...(description === undefined ? {} : { description: castString(description, 'description') }),
          // A copy: it does not follow later edits of the profile.
          creator: structuredClone(pick(me, ['_id', 'firstName', 'lastName', 'photoUrl', 'about', 'skills'])),
          __v: 0,
        };
        documents.projects.push(created);
        const { _id, __v, ...own } = created;
        return response.json({
          success: true,
          message: 'Succefully created project',
          project: { ...own, _id, __v },
        });
      } catch {
        return response.status(500).json({ success: false, message: 'Failed to create project!' });
      }
    }),
  );

  app.get(
    '/myprojects{/:userId}',
    signedIn(context, async (request, response, me) => {
      try {
        const id = castObjectId(parameter(request, 'userId') || me._id, 'User');
        await databaseCall(context);
        const project = documents.projects.filter(({ creator }) => creator._id === id);
        return response.json({ success: true, message: 'Successfully fetched project', project });
      } catch {
        return response.status(500).json({ message: 'Failed to fetch projects' });
      }
    }),
  );

  app.get(
    '/projects',
    signedIn(context, async (_request, response) =>
      response.json({ message: 'Succefully fetched the data', project: documents.projects }),
    ),
  );

  app.get(
    '/projects/interested&accepted',
    signedIn(context, async (_request, response, me) => {
      const joined = new Set([me._id]);
      for (const known of documents.requests) {
        const counts = known.status === 'interested' || known.status === 'accepted';
        if (counts && isOf(known, me._id)) joined.add(otherOf(known, me._id));
      }
      const project = documents.projects.filter(({ creator }) => joined.has(creator._id));
      return response.json({ message: 'Succefully fetched the data', project });
    }),
  );

  app.get(
    '/project/view/:projectId',
    signedIn(context, async (request, response) => {
      try {
        const id = castObjectId(parameter(request, 'projectId'), 'Project');
        await databaseCall(context);
        const project = documents.projects.find(({ _id }) => _id === id) ?? [];
        return response.json({ message: 'Succefull fetched data', project });
      } catch {
        return response.status(500).json({ message: 'Failed to fetch project' });
      }
    }),
  );

  app.patch(
    '/project/edit/:projectId',
    signedIn(context, async (request, response, me) => {
      try {
        const id = castObjectId(parameter(request, 'projectId'), 'Project');
        const changes = readChanges(bodyOf(request));
        await databaseCall(context);
        const project = documents.projects.find(({ _id, creator }) => _id === id && creator._id === me._id);
        if (!project) return response.status(404).json({ message: 'Failed to find the project' });
        Object.assign(project, changes);
        return response.json({ success: true, project });
      } catch {
        return response.status(500).json({ message: 'Something went wrong' });
      }
    }),
  );
}

type Changes = Partial<Pick<ProjectDocument, 'projectName' | 'projectImage' | 'skills' | 'description'>>;

function readChanges(body: Record<string, unknown>): Changes {
  const changes: Changes = {};
  for (const key of ['projectName', 'projectImage', 'description'] as const) {
    if (body[key] !== undefined) changes[key] = castString(body[key], key);
  }
  if (body.skills !== undefined) changes.skills = castStrings(body.skills, 'skills');
  return changes;
}
