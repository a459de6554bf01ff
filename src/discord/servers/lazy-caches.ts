import { type Channel, Collection, type Guild } from 'discord.js';
import type { ServerMemory } from './server-memory.ts';

/** Servers that are kept as discord.js's objects: those that were asked for last. */
const KEPT_GUILDS = 64;

/**
 * discord.js's cache of servers, which makes a `Guild` when it is asked for one, and lets go of those that were not asked for
 * in a while. Size and keys are those of all servers; what goes through the values sees only those that are made.
 */
export class LazyGuilds extends Collection<string, Guild> {
  readonly #memory: ServerMemory;
  readonly #make: (id: string) => Guild;
  readonly #letGo: (guild: Guild) => void;
  #making = false;

  /** What is filtered or copied from it is an ordinary collection. */
  static override get [Symbol.species]() {
    return Collection;
  }

  /** @param letGo called with a guild whose channels are not needed any more */
  constructor(memory: ServerMemory, make: (id: string) => Guild, letGo: (guild: Guild) => void) {
    super();
    this.#memory = memory;
    this.#make = make;
    this.#letGo = letGo;
  }

  /** While a guild is made, its channels are looked for and are not to make it once more. */
  get making(): boolean {
    return this.#making;
  }

  override get size(): number {
    return this.#memory.size;
  }

  override keys(): MapIterator<string> {
    return this.#memory.ids() as MapIterator<string>;
  }

  override has(id: string): boolean {
    return super.has(id) || this.#memory.has(id);
  }

  override get(id: string): Guild | undefined {
    const made = super.get(id);
    if (made !== undefined) {
      super.delete(id);
      super.set(id, made);
      return made;
    }
    if (this.#making || !this.#memory.has(id)) return undefined;
    this.#making = true;
    try {
      const guild = this.#make(id);
      this.set(id, guild);
      return guild;
    } finally {
      this.#making = false;
    }
  }

  override set(id: string, guild: Guild): this {
    super.set(id, guild);
    for (const oldest of super.keys()) {
      if (super.size <= KEPT_GUILDS) break;
      this.delete(oldest);
    }
    return this;
  }

  /** Lets go of a guild, which is made anew when it is asked for as long as the memory knows it. */
  override delete(id: string): boolean {
    const guild = super.get(id);
    if (guild === undefined) return false;
    super.delete(id);
    this.#letGo(guild);
    return true;
  }
}

/** discord.js's cache of channels, which makes the server of a channel that is asked for. */
export class LazyChannels extends Collection<string, Channel> {
  readonly #memory: ServerMemory;
  readonly #guilds: () => LazyGuilds;

  static override get [Symbol.species]() {
    return Collection;
  }

  constructor(memory: ServerMemory, guilds: () => LazyGuilds) {
    super();
    this.#memory = memory;
    this.#guilds = guilds;
  }

  override get(id: string): Channel | undefined {
    const known = super.get(id);
    if (known !== undefined || this.#guilds().making) return known;
    const serverId = this.#memory.serverOfChannel(id);
    if (serverId === null) return undefined;
    this.#guilds().get(serverId);
    return super.get(id);
  }

  override has(id: string): boolean {
    return this.get(id) !== undefined;
  }
}

// discord.js warns of caches of another name; it keeps to `get`, `set`, `has` and `delete` of this one.
Object.defineProperty(LazyGuilds, 'name', { value: Collection.name });
Object.defineProperty(LazyChannels, 'name', { value: Collection.name });
