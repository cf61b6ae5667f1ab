import type { Express } from 'express';
import { bodyOf, type Context, databaseCall, messageOf, parameter, signedIn } from './context.ts';
import { pick, type UserDocument } from './documents.ts';
import { castObjectId, castString, castStrings } from './object-id.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { isUrl } from './user-model.ts';

const editable = ['firstName', 'lastName', 'photoUrl', 'about', 'skills'] as const;
type Changes = Partial<Pick<UserDocument, (typeof editable)[number]>>;

export function addProfileRoutes(app: Express, context: Context): void {
  app.get(
    '/profile/view',
    signedIn(context, async (_request, response, me) =>
      response.json(pick(me, ['_id', 'firstName', 'lastName', 'photoUrl'])),
    ),
  );

  app.patch(
    '/profile/edit',
    signedIn(context, async (request, response, me) => {
      const body = bodyOf(request);
      if (!Object.keys(body).every((key) => editable.some((name) => name === key))) {
        return response.status(400).send("Error: Error: Sorry you can't edit the field");
      }
      const { changes, errors } = readChanges(body);
      if (errors.length > 0) return response.status(400).json({ error: errors });
      await databaseCall(context);
      const changed = hasChanged(me, changes);
      Object.assign(me, changes);
      if (changed) me.updatedAt = new Date().toISOString();
      return response.json({
        message: `${me.firstName} just updated your details`,
        data: {
          ...pick(me, ['_id', 'firstName', 'lastName', 'photoUrl']),
          ...changes,
          ...(changed ? { updatedAt: me.updatedAt } : {}),
          ...('skills' in changes ? { __v: 1 } : {}),
        },
      });
    }),
  );

  app.patch(
    '/profile/password',
    signedIn(context, async (request, response, me) => {
      const { currentPassword, newPassword, password } = bodyOf(request);
      const answerAndExit = (text: string) => {
        response.once('finish', () => setImmediate(() => context.crash(text)));
        return response.status(400).send(text);
      };
      try {
        if (!passwordMatches(currentPassword, me.password)) throw new Error("Password Doesn't Match");
        // In these two branches the recorded service replies a second time, throws, and exits.
        if (newPassword !== password) {
          return answerAndExit("The new password and confirm password doesn't match");
        }
        if (currentPassword === password) return answerAndExit("You can't change the same password");
        const hash = hashPassword(newPassword);
        await databaseCall(context);
        me.password = hash;
        return response.send('Succesfully Changed Password');
      } catch (error) {
        return response.status(400).send(`Error: ${messageOf(error)}`);
      }
    }),
  );

  app.get(
    '/profile/:userId',
    signedIn(context, async (request, response) => {
      const userId = parameter(request, 'userId');
      if (userId.length > 25) return response.status(400).json({ message: 'Something went wrong' });
      try {
        await databaseCall(context);
        const id = castObjectId(userId, 'User');
        const user = context.documents.users.find(({ _id }) => _id === id);
        if (!user) return response.status(404).json({ message: 'User not found' });
        return response.json({
          user: pick(user, ['_id', 'firstName', 'lastName', 'photoUrl', 'about', 'skills']),
          message: 'Successfully Fetched User Details',
        });
      } catch {
        return response.status(500).json({ message: 'Something went wrong ' });
      }
    }),
  );
}

/** Only firstName, lastName and photoUrl are loaded before an edit, so a sent about or skills always counts as new. */
function hasChanged(me: UserDocument, changes: Changes): boolean {
  if ('about' in changes || 'skills' in changes) return true;
  return (['firstName', 'lastName', 'photoUrl'] as const).some((key) => key in changes && changes[key] !== me[key]);
}

function readChanges(body: Record<string, unknown>): { changes: Changes; errors: string[] } {
  const changes: Changes = {};
  const errors: string[] = [];
  const read = (key: keyof Changes, reader: (value: unknown) => void) => {
    if (body[key] === undefined) return;
    try {
      reader(body[key]);
    } catch (error) {
      errors.push(messageOf(error));
    }
  };
  read('firstName', (value) => {
    changes.firstName = readName(value, 'Invalid FirstName') ?? fail('Invalid FirstName');
  });
  read('lastName', (value) => {
    changes.lastName = readName(value, 'Invalid LastName');
  });
  read('photoUrl', (value) => {
    const url = castString(value, 'photoUrl');
    changes.photoUrl = url !== null && isUrl(url) ? url : fail('Not a valid Url');
  });
  read('about', (value) => {
    const about = castString(value, 'about');
    if (about !== null && about.length > 500) {
      fail(`Path \`about\` (\`${about}\`) is longer than the maximum allowed length (500).`);
    }
    changes.about = about;
  });
  read('skills', (value) => {
    changes.skills = castStrings(value, 'skills');
  });
  return { changes, errors };
}

function readName(value: unknown, complaint: string): string | null {
  if (value === null) return null;
  if (typeof value === 'object') fail(complaint);
  const name = String(value);
  return name.length >= 2 && name.length <= 40 ? name : fail(complaint);
}

function fail(message: string): never {
  throw new Error(message);
}
