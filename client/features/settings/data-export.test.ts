import { describe, expect, it } from 'vitest';
import type { Chat } from '#shared/api/chat.ts';
import { type ExportCalls, exportData } from './data-export.ts';

const ada = { _id: 'a', firstName: 'Ada', lastName: 'B' };
const message = (id: string) => ({ _id: id, senderId: ada, text: id, createdAt: '2026-01-01T00:00:00.000Z' });
const chatOf = (messages: Chat['messages'], hasMore?: boolean): Chat => ({
  _id: 'c',
  participants: [],
  messages,
  ...(hasMore === undefined ? {} : { hasMore }),
});

function calls(overrides: Partial<ExportCalls> = {}): ExportCalls {
  return {
    profile: async () => ({ _id: 'me', firstName: 'Me', lastName: 'Self' }),
    projects: async () => [],
    connections: async () => [ada],
    chat: async (_id, before) =>
      before === undefined ? chatOf([message('3'), message('4')], true) : chatOf([message('1'), message('2')], false),
    ...overrides,
  };
}

const options = () => ({ signal: new AbortController().signal, onProgress: () => {} });

describe('exportData', () => {
  it('loads a chat back to its beginning, oldest first', async () => {
    const data = await exportData(calls(), options());
    expect(data.chats[0]?.messages.map(({ _id }) => _id)).toEqual(['1', '2', '3', '4']);
    expect(data.missing).toEqual([]);
  });

  it('makes one call for an upstream without pages', async () => {
    const data = await exportData(calls({ chat: async () => chatOf([message('1')]) }), options());
    expect(data.chats[0]?.messages).toHaveLength(1);
  });

  it('names the parts that failed, and returns the rest', async () => {
    const data = await exportData(calls({ projects: () => Promise.reject(new Error('down')) }), options());
    expect(data.missing).toEqual(['projects']);
    expect(data.connections).toHaveLength(1);
  });

  it('stops when cancelled', async () => {
    const controller = new AbortController();
    const chat = async () => {
      controller.abort();
      return chatOf([message('1')], true);
    };
    await expect(exportData(calls({ chat }), { ...options(), signal: controller.signal })).rejects.toThrow();
  });

  it('reports progress from one person to the next', async () => {
    const shares: number[] = [];
    await exportData(calls({ connections: async () => [ada, { ...ada, _id: 'b' }] }), {
      ...options(),
      onProgress: (share) => shares.push(share),
    });
    expect(shares).toEqual([0, 0.5, 1]);
  });
});
