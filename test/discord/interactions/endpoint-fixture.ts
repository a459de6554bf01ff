import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createInteractionsEndpoint, type EndpointOutcome } from '#src/discord/interactions/http/endpoint.ts';
import { startHealthServer } from '#src/ops/health-server.ts';
import { freePort } from '../../e2e/operating/free-port.ts';
import { recordingLog } from '../../support/silent-log.ts';
import { createTestKey, signedHeaders } from './signed.ts';

export const NOW_S = 1_800_000_000;
export const KEY = createTestKey();
export const COMMAND = {
  id: '1000000000000000001',
  type: 2,
  guild_id: '900000000000000001',
  data: { name: 'status' },
};
export const PING = { id: '1000000000000000002', type: 1 };
export type Headers = Readonly<Record<string, string>>;

/**
 * An endpoint behind the server that the bot has.
 * @param receive takes an interaction; accepts all where left out
 */
export async function startEndpoint(
  receive: (payload: unknown, guildId: string | null) => boolean = () => true,
) {
  const port = await freePort();
  const time = { seconds: NOW_S };
  const outcomes: EndpointOutcome[] = [];
  const received: unknown[] = [];
  const { log, lines } = recordingLog();
  const server = await startHealthServer({
    host: '127.0.0.1',
    port,
    log,
    alive: () => true,
    readiness: () => Promise.reject(new Error('not asked for')),
    metrics: () => Promise.reject(new Error('not asked for')),
    webhookEvents: null,
    interactions: createInteractionsEndpoint({
      publicKey: KEY.publicKey,
      now: () => time.seconds * 1_000,
      receive(payload, guildId) {
        const isTaken = receive(payload, guildId);
        if (isTaken) received.push(payload);
        return isTaken;
      },
      onRequest: (outcome) => outcomes.push(outcome),
    }),
  });

  async function send(body: string | Uint8Array, headers: Headers = {}, init: RequestInit = {}) {
    const request = { method: 'POST', headers, body: Buffer.from(body), ...init };
    const answer = await fetch(`http://127.0.0.1:${port}/interactions`, request);
    return { status: answer.status, body: await answer.text(), headers: answer.headers };
  }

  return {
    port,
    time,
    outcomes,
    received,
    lines,
    send,
    /** Sends it with Discord's signature. */
    sendSigned(payload: unknown, seconds = NOW_S) {
      const body = JSON.stringify(payload);
      return send(body, signedHeaders(KEY, seconds, body));
    },
    /** Sends bytes as they are, and resolves to everything that comes back. */
    async sendRaw(bytes: string): Promise<string> {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const answer = text(socket);
      socket.write(bytes);
      return answer;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
