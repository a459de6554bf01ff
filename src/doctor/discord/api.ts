import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { Answer, Ask, Reply } from '../http-request.ts';
import { wireRefusal } from './wire.ts';

/** Result of a request to Discord. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly answer: Answer }
  | {
      readonly ok: false;
      /** `null` without an answer. */
      readonly status: number | null;
      /** Discord's JSON error code; 0 without one. */
      readonly code: number;
      /** Written as the end of a sentence. */
      readonly reason: string;
    };

/** Read-only access to Discord's REST API with the bot's token. */
export interface DiscordApi {
  get<T>(path: string, schema: z.ZodType<T>): Promise<Outcome<T>>;
}

const MAX_TRIES = 4;
const MAX_WAIT_S = 10;

function refused(status: number, body: unknown): Outcome<never> {
  const { code, message } = wireRefusal.safeParse(body).data ?? { code: 0, message: '' };
  const words = message === '' ? '' : `, “${message}”`;
  return { ok: false, status, code, reason: `it answers with status ${status}${words}` };
}

function outcomeOf<T>(reply: Reply, schema: z.ZodType<T>): Outcome<T> {
  if (!reply.answered) return { ok: false, status: null, code: 0, reason: reply.reason };
  if (reply.status !== 200) return refused(reply.status, reply.body);
  const read = schema.safeParse(reply.body);
  if (read.success) return { ok: true, value: read.data, answer: reply };
  return { ok: false, status: reply.status, code: 0, reason: 'the server there is not Discord' };
}

/** @param apiUrl without the API version */
export function createDiscordApi(ask: Ask, apiUrl: string, token: string): DiscordApi {
  return {
    async get(path, schema) {
      for (let tries = 1; ; tries += 1) {
        const reply = await ask(`${apiUrl}/v10${path}`, { authorization: `Bot ${token}` });
        if (!reply.answered || reply.status !== 429 || tries === MAX_TRIES) return outcomeOf(reply, schema);
        const wait = Number(reply.headers.get('retry-after') ?? 1);
        if (!(wait <= MAX_WAIT_S)) return outcomeOf(reply, schema);
        await delay(wait * 1_000);
      }
    },
  };
}
