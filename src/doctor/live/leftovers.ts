import { z } from 'zod';
import type { Answer } from '../http-request.ts';
import { NotTriedError, type SendInTurn, type Site } from './site.ts';

/** What a run created and has not deleted yet. */
export interface Leftovers {
  /** @param path the path that deletes it */
  add(kind: 'message' | 'thread', path: string): void;
  /** Deletes what was added. Never throws: what could not be deleted stays a leftover. */
  remove(): Promise<void>;
  /** Adds what Discord created although its answer was lost, by its mark. Resolves to whether all could be searched. */
  search(): Promise<boolean>;
  /** Paths of what is left. */
  list(): readonly string[];
  /** Numbers of what was deleted. */
  removed(): { readonly messages: number; readonly threads: number };
}

const wireFound = z.array(z.looseObject({ id: z.string(), author: z.object({ id: z.string() }) }));
const wireThreads = z.object({
  threads: z.array(z.object({ id: z.string(), name: z.string().default('') })),
});

const PAGE = 100;
const NOT_FOUND = 404;
const MAX_TRIES = 2;

/** @param deps.send is not stopped with the run */
export function createLeftovers(
  { channel, botUserId }: Site,
  { send, runId }: { readonly send: SendInTurn; readonly runId: string },
): Leftovers {
  const kinds = new Map<string, 'message' | 'thread'>();
  const counts = { message: 0, thread: 0 };

  /** Resolves to `null` without an answer. */
  async function answerTo(method: 'GET' | 'DELETE', path: string): Promise<Answer | null> {
    try {
      return await send(method, path);
    } catch (error) {
      // The caller reports what is left.
      if (error instanceof NotTriedError) return null;
      throw error;
    }
  }

  async function removeOnce(): Promise<void> {
    // Deleting a thread deletes its messages.
    const threadsFirst = [...kinds].toSorted(
      ([, a], [, b]) => Number(b === 'thread') - Number(a === 'thread'),
    );
    for (const [path, kind] of threadsFirst) {
      const answer = await answerTo('DELETE', path);
      if (answer === null || (answer.status >= 300 && answer.status !== NOT_FOUND)) continue;
      kinds.delete(path);
      if (answer.status !== NOT_FOUND) counts[kind] += 1;
    }
  }

  async function searchMessages(): Promise<boolean> {
    const answer = await answerTo('GET', `/channels/${channel.id}/messages?limit=${PAGE}`);
    const found = wireFound.safeParse(answer?.body);
    for (const message of found.data ?? []) {
      if (message.author.id === botUserId && JSON.stringify(message).includes(runId))
        kinds.set(`/channels/${channel.id}/messages/${message.id}`, 'message');
    }
    return found.success;
  }

  async function searchThreads(): Promise<boolean> {
    const answer = await answerTo('GET', `/guilds/${channel.guildId}/threads/active`);
    const found = wireThreads.safeParse(answer?.body);
    for (const { id, name } of found.data?.threads ?? []) {
      if (name.includes(runId)) kinds.set(`/channels/${id}`, 'thread');
    }
    return found.success;
  }

  return {
    add: (kind, path) => void kinds.set(path, kind),
    async remove() {
      for (let tries = 0; tries < MAX_TRIES && kinds.size > 0; tries += 1) await removeOnce();
    },
    async search() {
      const searched = [await searchThreads(), await searchMessages()];
      return searched.every(Boolean);
    },
    list: () => [...kinds.keys()],
    removed: () => ({ messages: counts.message, threads: counts.thread }),
  };
}
