import { setImmediate as databaseCall } from 'node:timers/promises';
import type { Express } from 'express';
import { type Context, castObjectId, parameter, signedIn, signToken } from './context.ts';
import { hashPassword, newUser, pick } from './network.ts';

const ownFields = ['_id', 'firstName', 'lastName', 'photoUrl'] as const;
const editable = ['firstName', 'lastName', 'photoUrl', 'about', 'skills'];

export function addAccountRoutes(app: Express, context: Context): void {
  const { users } = context.documents;

  app.post('/signup', async (request, response) => {
    const { firstName, lastName, emailId, password } = request.body ?? {};
    if (!lastName || !emailId || !password) return response.status(400).json({});
    if (String(firstName).length < 2)
      return response.status(400).json({ message: 'User validation failed: firstName: Invalid Name' });
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

  app.patch(
    '/profile/edit',
    signedIn(context, (request, response, me) => {
      const changes = request.body ?? {};
      if (!Object.keys(changes).every((key) => editable.includes(key)))
        throw new Error("Error: Sorry you can't edit the field");
      if ('firstName' in changes && changes.firstName.length < 2)
        return response.status(400).json({ error: ['Invalid FirstName'] });
      Object.assign(me, changes, { updatedAt: new Date().toISOString() });
      const message = `${me.firstName} just updated your details`;
      return response.json({ message, data: { ...pick(me, ownFields), ...changes } });
    }),
  );

  app.get(
    '/profile/:userId',
    signedIn(
      context,
      (request, response) => {
        const id = castObjectId(parameter(request, 'userId'));
        const user = users.find(({ _id }) => _id === id);
        if (!user) return response.status(404).json({ message: 'User not found' });
        return response.json({
          user: pick(user, [...ownFields, 'about', 'skills']),
          message: 'Successfully Fetched User Details',
        });
      },
      [500, { message: 'Something went wrong ' }],
    ),
  );
}
