import { expect, it } from 'vitest';
import {
  conversationHref,
  historyPath,
  keyIn,
  keyOf,
  placeOf,
  roomKey,
  roomOf,
  typingKey,
} from './conversation-key.ts';

it('a key names the chat with a person, or the room of a project', () => {
  const room = roomKey('p1');
  expect([roomOf('ana'), roomOf(room)]).toEqual([undefined, 'p1']);
  expect([placeOf('ana'), placeOf(room)]).toEqual([{ targetUserId: 'ana' }, { roomId: 'p1' }]);
  expect([keyIn({ peerId: 'ana' }), keyIn({ roomId: 'p1' }), keyIn({})]).toEqual(['ana', room, undefined]);
  expect([historyPath('ana'), historyPath(room)]).toEqual(['chat/ana', 'room/p1']);
  expect([conversationHref('ana'), conversationHref(room)]).toEqual(['/chat/ana', '/messages/room/p1']);
  expect(
    keyOf({ room: { _id: 'p1', project: { _id: 'p1', projectName: 'Quill' } }, lastMessage: null, unread: 0 }),
  ).toBe(room);
});

it('in a room several people may type', () => {
  expect([typingKey('ana', 'ana'), typingKey(roomKey('p1'), 'ana')]).toEqual(['ana', 'room:p1:ana']);
});
