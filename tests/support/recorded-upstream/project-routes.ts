import type { Express } from 'express';
import { type Context, castObjectId, parameter, signedIn } from './context.ts';
import { isOf, otherOf } from './people-routes.ts';

export function addProjectRoutes(app: Express, context: Context): void {
  const { projects, requests } = context.documents;
  const message = 'Succefully fetched the data';

  app.get(
    '/myprojects{/:userId}',
    signedIn(
      context,
      (request, response, me) => {
        const id = castObjectId(parameter(request, 'userId') || me._id);
        const project = projects.filter(({ creator }) => creator._id === id);
        return response.json({ success: true, message, project });
      },
      [500, { message: 'Failed to fetch projects' }],
    ),
  );

  app.get(
    '/projects',
    signedIn(context, (_request, response) => response.json({ message, project: projects })),
  );

  app.get(
    '/projects/interested&accepted',
    signedIn(context, (_request, response, me) => {
      const known = requests.filter(({ status }) => status === 'interested' || status === 'accepted');
      const others = known.filter((each) => isOf(each, me._id)).map((each) => otherOf(each, me._id));
      const project = projects.filter(({ creator }) => [me._id, ...others].includes(creator._id));
      return response.json({ message, project });
    }),
  );

  app.get(
    '/project/view/:projectId',
    signedIn(
      context,
      (request, response) => {
        const id = castObjectId(parameter(request, 'projectId'));
        return response.json({ message, project: projects.find(({ _id }) => _id === id) ?? [] });
      },
      [500, { message: 'Failed to fetch project' }],
    ),
  );

  app.patch(
    '/project/edit/:projectId',
    signedIn(
      context,
      (request, response, me) => {
        const id = castObjectId(parameter(request, 'projectId'));
        const project = projects.find(({ _id, creator }) => _id === id && creator._id === me._id);
        if (!project) return response.status(404).json({ message: 'Failed to find the project' });
        Object.assign(project, request.body);
        return response.json({ success: true, project });
      },
      [500, { message: 'Something went wrong' }],
    ),
  );
}
