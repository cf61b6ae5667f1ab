// @module-tag once
import type { Socket } from 'node:net';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { storePeople, storeSession } from '#tests/support/chat-people.ts';
import { connect, parseReply, rawRequest, readUntil } from '#tests/support/raw-exchange.ts';
import { createRecordedUpstream } from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { type GatewayOverrides, type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { handshake } from '#tests/support/web-socket.ts';

// A stranger and a member behind one address. Only the upstream knows whose cookie is valid: the embedded one answers
// 401 to a wrong one, the recorded one 400, and lets everybody open a socket.

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Members {
  readonly url: string;
  /** Cookies of sessions: two of one person, and one of another. */
  readonly first: string;
  readonly firstElsewhere: string;
  readonly second: string;
}

const upstreams: Readonly<Record<string, () => Promise<Members>>> = {
  embedded: async () => {
    const upstream = await startUpstream();
    closing.push(() => upstream.close());
    const [first, second] = await storePeople(upstream.connection, 2);
    if (first === undefined || second === undefined) throw new Error('nobody was stored');
    const again = await storeSession(upstream.connection, first.id);
    return { url: upstream.url, first: first.cookie, firstElsewhere: again.cookie, second: second.cookie };
  },
  recorded: async () => {
    const upstream = await createRecordedUpstream();
    closing.push(() => upstream.close());
    const { asha, ben } = upstream.network.people;
    return {
      url: upstream.url,
      first: `token=${upstream.tokenFor(asha._id)}`,
      firstElsewhere: `token=${upstream.tokenFor(asha._id, { issuedAt: Date.now() - 60_000 })}`,
      second: `token=${upstream.tokenFor(ben._id)}`,
    };
  },
};

const poll = '/api/socket.io/?EIO=4&transport=polling';
const madeUp = (i: number) => `token=${String(i).padStart(43, 'x')}`;

describe.each(Object.keys(upstreams))('in front of the %s upstream', (name) => {
  async function start(overrides: Partial<GatewayOverrides> = {}) {
    const members = await (upstreams[name] as () => Promise<Members>)();
    const gateway = await startGateway({ upstreamUrl: members.url, asksForSessions: true, ...overrides });
    closing.push(() => gateway.close());
    return { gateway, ...members };
  }

  const polled = async (gateway: StartedGateway, cookie: string) =>
    (await request(gateway.url).get(poll).set('Cookie', cookie)).status;

  async function opened(gateway: StartedGateway, cookie: string): Promise<{ status: number; socket: Socket }> {
    const socket = await connect(gateway.port);
    closing.push(() => socket.destroy());
    socket.write(handshake({ headers: [`Cookie: ${cookie}`] }));
    return { status: parseReply(await readUntil(socket, (text) => text.includes('\r\n\r\n'))).status, socket };
  }

  it('a made-up session opens nothing, by polling or by WebSocket', async () => {
    const { gateway } = await start();
    const answer = await request(gateway.url).get(poll).set('Cookie', madeUp(1));
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    const upgrade = await rawRequest(gateway.port, handshake({ headers: [`Cookie: ${madeUp(2)}`] }));
    expect([upgrade.status, JSON.parse(upgrade.body).code]).toEqual([401, 'unauthenticated']);
    expect(gateway.state().liveSockets).toBe(0);
  });

  it('made-up sessions leave members of their network their handshakes and their places', async () => {
    const { gateway, first, second } = await start({
      budgetPoints: { 'network-handshakes': 4 },
      liveSocketLimits: { perNetwork: 2 },
    });
    for (let i = 0; i < 6; i += 1) {
      await polled(gateway, madeUp(i));
      await opened(gateway, madeUp(i + 100));
    }
    expect(await polled(gateway, first)).toBe(200);
    expect((await opened(gateway, first)).status).toBe(101);
    expect((await opened(gateway, second)).status).toBe(101);
  });

  it('a member who has loaded a page gets in after strangers have used up their budget', async () => {
    const { gateway, first, second } = await start({ budgetPoints: { 'stranger-handshakes': 2 } });
    const view = () => request(gateway.url).get('/api/profile/view').set('Cookie', first);
    expect((await view()).status).toBe(200);
    expect([await polled(gateway, madeUp(1)), await polled(gateway, madeUp(2))]).toEqual([401, 401]);
    expect([await polled(gateway, madeUp(3)), await polled(gateway, second)]).toEqual([429, 429]);
    expect((await opened(gateway, first)).status).toBe(101);
  });

  it('handshakes of members spend nothing of the strangers’ budget', async () => {
    const { gateway, first, firstElsewhere, second } = await start({ budgetPoints: { 'stranger-handshakes': 1 } });
    for (const cookie of [first, firstElsewhere, second, first]) expect(await polled(gateway, cookie)).toBe(200);
  });

  it('a session that has ended is asked for again', async () => {
    const { gateway, first } = await start();
    expect(await polled(gateway, first)).toBe(200);
    const signOut = request(gateway.url).post('/api/signout').set('Cookie', first);
    expect((await signOut.set('Sec-Fetch-Site', 'same-origin')).status).toBeLessThan(300);
    // Tokens of the recorded upstream outlive their sign-out; those of the embedded one do not.
    expect(await polled(gateway, first)).toBe(name === 'recorded' ? 200 : 401);
  });

  it('the handshakes of an account are limited, whatever sessions it has', async () => {
    const { gateway, first, firstElsewhere, second } = await start({ budgetPoints: { 'account-handshakes': 2 } });
    expect([await polled(gateway, first), await polled(gateway, firstElsewhere)]).toEqual([200, 200]);
    const refused = await request(gateway.url).get(poll).set('Cookie', first);
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, '"account-handshakes";q=2;w=60']);
    expect(await polled(gateway, second)).toBe(200);
  });

  it('the open connections of an account are limited, whatever sessions it has; one more ends the idlest', async () => {
    const { gateway, first, firstElsewhere, second } = await start({
      liveSocketLimits: { perNetwork: 9, perSession: 9, perAccount: 2 },
    });
    const idlest = await opened(gateway, first);
    const other = await opened(gateway, second);
    const ended = readUntil(idlest.socket, () => false);
    expect((await opened(gateway, firstElsewhere)).status).toBe(101);
    expect((await opened(gateway, first)).status).toBe(101);
    expect(Buffer.from(await ended, 'latin1').subarray(-4)).toEqual(Buffer.from([0x88, 2, 1001 >> 8, 1001 & 0xff]));
    expect(other.socket.destroyed).toBe(false);
    await expect.poll(() => gateway.state().liveSockets).toBe(3);
  });
});
