import { expect, test } from 'vitest';
import { normaliseError } from './errors.ts';

// One error body of the recorded upstream for each way in which it refuses, as the base query passes it on: JSON parsed, anything else as text.

/** The server's words are the message. */
const verbatim = '(verbatim)';

const validation = (field: string, message: string) => ({
  errors: {
    [field]: { name: 'ValidatorError', message, properties: { message, path: field }, kind: 'x', path: field },
  },
  _message: 'User validation failed',
  name: 'ValidationError',
  message: `User validation failed: ${field}: ${message}`,
});
const duplicate = { index: 0, code: 11000, keyPattern: { emailId: 1 }, keyValue: { emailId: 'asha@example.com' } };
const topology = { reason: { type: 'Unknown', servers: { '127.0.0.1:27017': { type: 'Unknown' } }, stale: false } };
const page = (text: string) =>
  `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${text}</pre>\n</body>\n</html>\n`;
const stack =
  'SyntaxError: Unexpected end of JSON input<br> &nbsp; at JSON.parse (&lt;anonymous&gt;)<br> &nbsp; at /srv/x.js:1';
const longAbout = `Path \`about\` (\`${'a'.repeat(501)}\`) is longer than the maximum allowed length (500).`;
const castUser = 'Cast to ObjectId failed for value "nope" (type string) at path "_id" for model "User"';
const refused = 'The server did not accept this.';
const unavailable = 'The service is not available at the moment. Try again.';
const failed = 'Something went wrong on the server. Try again.';
const taken = 'That email already has an account';
const related = 'You already have a request with this person.';

test.each([
  'Pleasse login',
  'ERROR : Please login',
  'jwt malformed',
  'jwt expired',
  'invalid signature',
  'User not found ',
  castUser,
])('%s says that there is no session', (text) => {
  expect(normaliseError(400, text).code).toBe('unauthenticated');
});

test.each<[title: string, status: number, body: unknown, code: string, message: string]>([
  ['a database that is away', 400, 'connect ECONNREFUSED 127.0.0.1:27017', 'unavailable', unavailable],
  ['a signup while the database is away', 400, topology, 'unavailable', unavailable],
  [
    'a login without a database',
    400,
    'Something went wrong Operation `users.findOne()` buffering timed out after 10000ms',
    'unavailable',
    unavailable,
  ],
  ['a refusal without a reason', 400, {}, 'invalid_request', refused],
  ['nothing at all', 400, '', 'invalid_request', refused],
  ['no body', 500, undefined, 'internal', failed],
  ['a taken address', 400, { errorResponse: duplicate, ...duplicate }, 'email_taken', taken],
  ['wrong credentials', 400, 'Something went wrong Invalid Credentials', 'invalid_request', verbatim],
  ['a field that cannot be edited', 400, "Error: Error: Sorry you can't edit the field", 'invalid_request', verbatim],
  [
    'two bad names',
    400,
    { error: ['Bad FirstName', 'Bad LastName'] },
    'invalid_request',
    'Bad FirstName. Bad LastName',
  ],
  ['a long about', 400, { error: [longAbout] }, 'invalid_request', 'About has at most 500 characters.'],
  ['an unknown person', 404, { message: 'User not found' }, 'not_found', 'User not found'],
  ['a malformed id', 500, { message: 'Something went wrong ' }, 'internal', 'Something went wrong'],
  ['a request to a malformed id', 400, `Error: ${castUser}`, 'invalid_request', refused],
  ['a deleted connection', 400, "Error:Cannot read properties of null (reading '_id')", 'invalid_request', refused],
  ['a feed page below the first', 400, "Error BSON field 'skip' value must be >= 0", 'invalid_request', refused],
  ['a request that exists', 400, 'Error: Connection alreday exists', 'already_related', related],
  ['a page about malformed JSON', 400, page(stack), 'invalid_request', refused],
  ['a page about a large body', 413, page('Payload Too Large'), 'too_large', 'This is too large.'],
])('%s becomes a sentence, and keeps the words of the server', (_title, status, body, code, message) => {
  const error = normaliseError(status, body);
  expect(error).toMatchObject({ code, status, message: message === verbatim ? body : message });
  // A text, or a `message` field, is never hidden: it is the message itself, or stands under Details.
  const words = typeof body === 'string' ? body : (body as { message?: string } | undefined)?.message;
  if (words && !words.startsWith('<')) expect([error.message, error.details]).toContain(words.trim());
  else if (!JSON.stringify(body ?? '').includes('"error":[')) expect(error.details).toBeUndefined();
});

test.each([
  ['firstName', 'Path `firstName` is required.', 'First name is required.'],
  ['firstName', 'Invalid Name', 'Invalid Name'],
  [
    'lastName',
    'Path `lastName` (`T`) is shorter than the minimum allowed length (2).',
    'Last name has at least 2 characters.',
  ],
  [
    'emailId',
    'Path `emailId` (`a@b`) is longer than the maximum allowed length (40).',
    'Email has at most 40 characters.',
  ],
])('a signup that the schema refused names the field %s: %s', (field, raw, sentence) => {
  expect(normaliseError(400, validation(field, raw))).toEqual({
    code: 'invalid_fields',
    status: 400,
    message: sentence,
    details: `User validation failed: ${field}: ${raw}`,
    fields: { [field]: sentence },
  });
});

test.each([
  ['a long text', 'Not today. '.repeat(40)],
  [
    'a text with a stack',
    `TypeError: x is not a function\n    at Object.<anonymous> (/srv/app.js:1:1)\n    at run (/srv/b.js:2)`,
  ],
  ['a list with a quoted value', { error: ['Invalid FirstName', longAbout] }],
  ['a driver message', { code: 11000, message: 'E11000 duplicate key error' }],
])('%s stands under Details, without its stack', (_title, body) => {
  const { message, details } = normaliseError(400, body);
  expect(message.length).toBeLessThan(120);
  expect(details).toMatch(/^(Not today|TypeError: x is not a function$|Invalid FirstName\nPath|E11000 dup)/);
});

test('neither the message nor the details carry markup, a stack, an index or a driver object', () => {
  const bodies = [
    { errorResponse: { ...duplicate, errmsg: 'E11000 db.users' }, ...duplicate },
    page(stack),
    topology,
    JSON.stringify(topology),
    { message: page(stack) },
  ];
  for (const body of bodies) {
    const { message, details } = normaliseError(400, body);
    expect(`${message}${details ?? ''}`).not.toMatch(/E11000|srv|[<>{]|Unknown/);
  }
});
