import { MAX_SILENCES, type NewSilence, type Silence, wholeSeconds } from '#src/alerts/silences/silence.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { Database } from './database/database.ts';
import { lockGuild } from './database/locks.ts';
import { noteChange } from './note-change.ts';
import { findSilences, readSilence } from './silence-rows.ts';
import { findUnsummarised, summariseSilence } from './silence-summaries.ts';

/** Maximum silences of a server that are kept after their end. Those of the last day are kept regardless. */
const MAX_PAST = 150;
const ALWAYS_KEPT_MS = DAY_MS;

/** Creates the store of silences. Times are those of Discord's clock, epoch ms. */
export function createSilenceStore(database: Database) {
  return {
    /** Resolves to the silences of all servers, including those that are over. */
    all: (): Promise<readonly Silence[]> =>
      database.read('allSilences', async (queries) => {
        const rows = await queries.selectFrom('silences').selectAll().orderBy('id').execute();
        return rows.map(readSilence);
      }),

    /** Resolves to the silences of a server, including those that are over, oldest first. */
    ofGuild: (guildId: string): Promise<readonly Silence[]> =>
      database.read('silencesOf', (queries) => findSilences(queries, guildId)),

    /**
     * Adds a silence, or changes the end of the active one with the same scope, target and channel, and whether it is
     * summed up. Resolves to `full` if the server has the maximum (`MAX_SILENCES`).
     */
    save: (wanted: NewSilence): Promise<Silence | 'full'> =>
      database.transaction('saveSilence', async (transaction) => {
        const silence = {
          ...wanted,
          startsAt: wholeSeconds(wanted.startsAt),
          endsAt: wholeSeconds(wanted.endsAt),
        };
        const { guildId, scope, target, channelId, startsAt, endsAt, isSummarised = false } = silence;
        await lockGuild(transaction, guildId);
        const all = await findSilences(transaction, guildId);
        const active = all.filter((one) => one.endsAt > startsAt);
        const same = active.find(
          (one) =>
            one.scope === scope &&
            one.target === target &&
            one.channelId === channelId &&
            one.summarisedAt === null,
        );
        if (same !== undefined) {
          await transaction
            .updateTable('silences')
            .set({ endsAt, isSummarised })
            .where('id', '=', same.id)
            .execute();
          await noteChange(transaction, guildId);
          return { ...same, endsAt, isSummarised };
        }
        if (active.length >= MAX_SILENCES) return 'full';
        const past = all
          .filter((one) => one.endsAt <= startsAt)
          .toSorted((one, other) => other.endsAt - one.endsAt)
          .slice(MAX_PAST)
          .filter((one) => one.endsAt < startsAt - ALWAYS_KEPT_MS)
          .map(({ id }) => id);
        if (past.length > 0) await transaction.deleteFrom('silences').where('id', 'in', past).execute();
        const row = await transaction
          .insertInto('silences')
          .values(silence)
          .returningAll()
          .executeTakeFirstOrThrow();
        await noteChange(transaction, guildId);
        return readSilence(row);
      }),

    /** Ends an active silence. Resolves to it, or to `null` if it is over or the server has none with this id. */
    end: (guildId: string, id: number, at: number): Promise<Silence | null> =>
      database.transaction('endSilence', async (transaction) => {
        const endsAt = wholeSeconds(at);
        await lockGuild(transaction, guildId);
        const row = await transaction
          .updateTable('silences')
          .set(({ val, ref, eb }) => ({
            endsAt: eb.case().when('startsAt', '>', endsAt).then(ref('startsAt')).else(val(endsAt)).end(),
          }))
          .where('guildId', '=', guildId)
          .where('id', '=', id)
          .where('endsAt', '>', endsAt)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        await noteChange(transaction, guildId);
        return readSilence(row);
      }),

    /**
     * Queues the summaries of silences that ended by then, epoch ms, each once. Resolves to the channels that have
     * something to post.
     */
    summariseEnded: async (endedBy: number): Promise<readonly string[]> => {
      const ended = await database.read('endedSilences', (queries) => findUnsummarised(queries, endedBy));
      const channels = new Set<string>();
      for (const id of ended) {
        const channelId = await database.transaction('summariseSilence', (transaction) =>
          summariseSilence(transaction, id, endedBy),
        );
        if (channelId !== null) channels.add(channelId);
      }
      return [...channels];
    },
  };
}

export type SilenceStore = ReturnType<typeof createSilenceStore>;
