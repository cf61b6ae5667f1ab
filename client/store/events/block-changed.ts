import type { LiveParts } from './live-parts.ts';

/** The user has blocked or unblocked a person on another device. */
export function hearBlockChanged({ socket, store }: LiveParts): void {
  socket.on('blockChanged', ({ userId }) => {
    // Loaded on demand, because few sessions hear this.
    void import('#client/store/api/safety/block-api.ts').then(({ afterBlock }) => afterBlock(store, userId));
  });
}
