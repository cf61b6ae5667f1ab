import { setImmediate as databaseCall } from 'node:timers/promises';
import type { Express } from 'express';
import { type Context, castObjectId, parameter, signedIn, signToken } from './context.ts';
import { hashPassword, newUser, pick } from './network.ts';

const ownFields = ['_id', 'firstName', 'lastName', 'photoUrl'] as const;

export function addAccountRoutes(app: Express, context: Context): void {
  const { users } = context.documents;

  app.post('/signup', async (request, response) => {
    const { firstName, lastName, emailId, password } = request.body ?? {};
    await databaseCall();
    const savedUser = newUser(firstName, lastName, { emailId, password: hashPassword(password) });
    users.push(savedUser);
    response.cookie('token', signToken(savedUser._id), { maxAge: 8 * 3_600_000 });
    return response.json({ message: 'Succesfully Signed up!', data: { savedUser } });
  });

  app.post('/login', async (request, response) => {
    try {
      const { emailId, password } = request.body ?? {};
      await databaseCall();
      const user = users.find((candidate) => candidate.emailId === String(emailId).toLowerCase());
      if (user?.password !== hashPassword(String(password))) throw new Error('Invalid Credentials');
      response.cookie('token', signToken(user._id)).json(user);
    } catch (error) {
      response.status(400).send(`Something went wrong ${(error as Error).message}`);
    }
  });

  app.get(
    '/profile/view',
    signedIn(context, (_request, response, me) => response.json(pick(me, ownFields))),
  );

  app.get(
    '/profile/:userId',
    signedIn(context, (request, response) => {
      const id = castObjectId(parameter(request, 'userId'));
      const user = users.find(({ _id }) => _id === id);
      if (!user) return response.status(404).json({ message: 'User not found' });
      return response.json({
        user: pick(user, [...ownFields, 'about', 'skills']),
        message: 'Successfully Fetched User Details',
      });
    }),
  );
}
