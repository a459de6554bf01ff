import type { NewSilence, Silence } from '#src/alerts/silences/silence.ts';
import type { Silences } from '#src/alerts/silences/silences.ts';
import type { SilenceStore } from '#src/store/silences.ts';

/** Adds and ends silences. Changes apply to matching at once. */
export interface Silencing {
  /** Discord's time, by which silences begin and end, epoch ms. */
  now(): number;
  /** Resolves to the silences of a server or of a user's watches, including those that are over, oldest first. */
  of(guildId: string): Promise<readonly Silence[]>;
  /**
   * Adds a silence from now on, or changes the end of the active one with the same scope, target and channel. Resolves
   * to `full` if the server has the maximum.
   */
  add(wanted: Omit<NewSilence, 'startsAt'>): Promise<Silence | 'full'>;
  /** Ends an active silence. Resolves to it, or to `null` if there is none. */
  end(guildId: string, id: number): Promise<Silence | null>;
}

/**
 * @param deps.now Discord's time, epoch ms
 * @param deps.onChange called with a server whose silences changed
 */
export function createSilencing(deps: {
  readonly store: { readonly silences: Pick<SilenceStore, 'ofGuild' | 'save' | 'end'> };
  readonly silences: Pick<Silences, 'replaceServer'>;
  readonly now: () => number;
  readonly onChange: (guildId: string) => void;
}): Silencing {
  const { silences, now, onChange } = deps;
  const { silences: store } = deps.store;
  let last: Promise<unknown> = Promise.resolve();

  /** Updates the cache. One update at a time, so that an earlier state does not replace a later one. */
  async function refresh(guildId: string): Promise<void> {
    const next = last.then(async () => silences.replaceServer(guildId, await store.ofGuild(guildId)));
    last = next.catch(() => undefined);
    await next;
    onChange(guildId);
  }

  return {
    now,
    of: (guildId) => store.ofGuild(guildId),
    async add(wanted) {
      const saved = await store.save({ ...wanted, startsAt: now() });
      if (saved !== 'full') await refresh(wanted.guildId);
      return saved;
    },
    async end(guildId, id) {
      const ended = await store.end(guildId, id, now());
      if (ended !== null) await refresh(guildId);
      return ended;
    },
  };
}
