import type { Express, Response } from 'express';
import { hour } from '#shared/durations.ts';
import { bodyOf, type Context, databaseCall, messageOf } from './context.ts';
import { defaultAbout, defaultPhotoUrl, pick, type UserDocument } from './documents.ts';
import { newObjectId } from './object-id.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { signToken } from './session-token.ts';
import {
  duplicateEmailBody,
  isEmail,
  isStrongPassword,
  unreachableDatabaseBody,
  validateNewUser,
  validationErrorBody,
} from './user-model.ts';

const eightHours = 8 * hour;

export function addAuthRoutes(app: Express, context: Context): void {
  app.post('/signup', async (request, response) => {
    const body = bodyOf(request);
    // The name check looks at `firstname`, so only a missing lastName is refused here; an Error turns into `{}` as JSON.
    const unreadable =
      (!body.firstname && !body.lastName) || !isEmail(body.emailId) || !isStrongPassword(body.password);
    if (unreadable) return response.status(400).json({});
    const fields = { ...pick(body, ['firstName', 'lastName']), emailId: String(body.emailId).toLowerCase() };
    const errors = validateNewUser(fields);
    if (Object.keys(errors).length > 0) return response.status(400).json(validationErrorBody(errors));
    try {
      await databaseCall(context);
    } catch {
      return response.status(400).json(unreachableDatabaseBody());
    }
    if (context.documents.users.some(({ emailId }) => emailId === fields.emailId)) {
      return response.status(400).json(duplicateEmailBody(fields.emailId));
    }
    const savedUser = newUser(fields, body.password);
    context.documents.users.push(savedUser);
    setSession(response, savedUser, { expires: new Date(Date.now() + eightHours) });
    return response.json({ message: 'Succesfully Signed up!', data: { savedUser: asSaved(savedUser) } });
  });

  app.post('/login', async (request, response) => {
    try {
      const { emailId, password } = bodyOf(request);
      await databaseCall(context);
      const user = context.documents.users.find((candidate) => candidate.emailId === String(emailId).toLowerCase());
      if (!user || !passwordMatches(password, user.password)) throw new Error('Invalid Credentials');
      setSession(response, user);
      response.json(user);
    } catch (error) {
      response.status(400).send(`Something went wrong ${messageOf(error)}`);
    }
  });

  app.post('/signout', (_request, response) => {
    response.cookie('token', null).send('Logout Succesfull!');
  });
}

function setSession(response: Response, user: UserDocument, options: { expires?: Date } = {}): void {
  response.cookie('token', signToken(user._id), options);
}

function newUser(fields: Record<string, unknown>, password: unknown): UserDocument {
  const now = new Date().toISOString();
  return {
    _id: newObjectId(),
    firstName: String(fields.firstName),
    ...(fields.lastName === undefined || fields.lastName === null ? {} : { lastName: String(fields.lastName) }),
    emailId: String(fields.emailId),
    password: hashPassword(password),
    photoUrl: defaultPhotoUrl,
    about: defaultAbout,
    skills: [],
    createdAt: now,
    updatedAt: now,
    __v: 0,
  };
}

/** A document that was just saved lists its own fields first, its `_id` after them. */
function asSaved({ _id, createdAt, updatedAt, __v, ...own }: UserDocument): object {
  return { ...own, _id, createdAt, updatedAt, __v };
}
