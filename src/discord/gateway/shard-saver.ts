import { z } from 'zod';
import type { Lease } from '#src/store/leases.ts';
import { holdsGuild } from '#src/store/model/shard-key.ts';
import type { SavedShard, ShardChange, ShardStore } from '#src/store/shards.ts';
import type { MutableGuilds } from '../guilds/guilds.ts';
import type { RunningShard, ShardSession } from './running-shard.ts';

/**
 * Increase this when the packed format of servers changes (`packed-guild.ts`). A process with another version then
 * identifies.
 */
const FORMAT = 1;

const savedSession = z.object({
  format: z.literal(FORMAT),
  session: z.object({
    sessionId: z.string(),
    sequence: z.int(),
    resumeURL: z.string(),
    shardId: z.int(),
    shardCount: z.int(),
  }),
  bot: z.object({ userId: z.string(), userName: z.string(), applicationId: z.string() }),
});

/** Returns the saved session; `null` if this version cannot resume it. */
export function readSession({ session }: Pick<SavedShard, 'session'>): ShardSession | null {
  const read = savedSession.safeParse(JSON.parse(session));
  return read.success ? read.data : null;
}

/** Stores what another process needs to continue a shard. */
export interface ShardSaver {
  /** Collects the changes since the last call, for the next `save`. */
  collect(): void;
  /**
   * Writes the collected changes, if any.
   * @throws GavelError LEASE_LOST, STORE_UNUSABLE
   */
  save(): Promise<void>;
}

/**
 * @param deps.savedSessionId id of the session that the shard was opened with, whose servers are saved; `null` for none
 */
export function createShardSaver(deps: {
  readonly shard: RunningShard;
  readonly lease: Lease;
  readonly guilds: Pick<MutableGuilds, 'ids' | 'packed'>;
  readonly store: Pick<ShardStore, 'saveShard'>;
  readonly savedSessionId: string | null;
}): ShardSaver {
  const { shard, lease, guilds, store } = deps;
  let { savedSessionId } = deps;
  let savedSequence: number | null = null;
  let waiting = new Set<string>();
  let next: (ShardChange & { readonly from: ShardSession }) | null = null;
  let saving: Promise<void> = Promise.resolve();

  function collect(): void {
    const { session, guildIds } = shard.takeChanges();
    for (const guildId of guildIds) waiting.add(guildId);
    if (session === null) return;
    const isWhole = session.session.sessionId !== savedSessionId;
    if (!isWhole && session.session.sequence === savedSequence) return;
    const changed = isWhole
      ? [...guilds.ids()].filter((guildId) => holdsGuild(shard.key, guildId))
      : [...waiting];
    const states = changed.map((guildId) => ({ guildId, state: guilds.packed(guildId) }));
    next = {
      from: session,
      session: JSON.stringify({ format: FORMAT, ...session }),
      isWhole,
      guilds: states.flatMap(({ guildId, state }) =>
        state === null ? [] : [{ guildId, packed: state.packed, isAvailable: state.isAvailable }],
      ),
      removedGuildIds: isWhole
        ? []
        : states.flatMap(({ guildId, state }) => (state === null ? [guildId] : [])),
    };
  }

  async function write(): Promise<void> {
    const change = next;
    if (change === null) return;
    const written = waiting;
    waiting = new Set();
    next = null;
    try {
      await store.saveShard(shard.key, lease, change);
      savedSessionId = change.from.session.sessionId;
      savedSequence = change.from.session.sequence;
    } catch (error) {
      // Some of them may have been written.
      for (const guildId of written) waiting.add(guildId);
      throw error;
    }
  }

  return {
    collect,
    save() {
      saving = saving.catch(() => undefined).then(write);
      return saving;
    },
  };
}
