import { type Channel, Collection, type Guild } from 'discord.js';
import type { ServerCache } from './server-cache.ts';

/** Maximum number of `Guild` objects; the least recently used are dropped. */
const MAX_GUILDS = 64;

/**
 * discord.js's cache of servers. It creates a `Guild` on access and drops the least recently used ones. Size and keys
 * cover all servers, iteration over values only those that exist as objects.
 */
export class LazyGuilds extends Collection<string, Guild> {
  readonly #cache: ServerCache;
  readonly #createGuild: (id: string) => Guild;
  readonly #onEvict: (guild: Guild) => void;
  #isCreating = false;

  /** Derived collections are ordinary ones. */
  static override get [Symbol.species]() {
    return Collection;
  }

  /** @param onEvict called with a dropped guild, whose channels are no longer needed */
  constructor(cache: ServerCache, createGuild: (id: string) => Guild, onEvict: (guild: Guild) => void) {
    super();
    this.#cache = cache;
    this.#createGuild = createGuild;
    this.#onEvict = onEvict;
  }

  /** Lookups of channels during the creation of a guild must not create it again. */
  get isCreating(): boolean {
    return this.#isCreating;
  }

  override get size(): number {
    return this.#cache.size;
  }

  override keys(): MapIterator<string> {
    return this.#cache.ids() as MapIterator<string>;
  }

  override has(id: string): boolean {
    return super.has(id) || this.#cache.has(id);
  }

  override get(id: string): Guild | undefined {
    const made = super.get(id);
    if (made !== undefined) {
      super.delete(id);
      super.set(id, made);
      return made;
    }
    if (this.#isCreating || !this.#cache.has(id)) return undefined;
    this.#isCreating = true;
    try {
      const guild = this.#createGuild(id);
      this.set(id, guild);
      return guild;
    } finally {
      this.#isCreating = false;
    }
  }

  override set(id: string, guild: Guild): this {
    super.set(id, guild);
    for (const oldest of super.keys()) {
      if (super.size <= MAX_GUILDS) break;
      this.delete(oldest);
    }
    return this;
  }

  /** Drops a guild object; it is created again on access as long as the server is known. */
  override delete(id: string): boolean {
    const guild = super.get(id);
    if (guild === undefined) return false;
    super.delete(id);
    this.#onEvict(guild);
    return true;
  }
}

/** discord.js's cache of channels. Access to a channel creates its server. */
export class LazyChannels extends Collection<string, Channel> {
  readonly #cache: ServerCache;
  readonly #guilds: () => LazyGuilds;

  static override get [Symbol.species]() {
    return Collection;
  }

  constructor(cache: ServerCache, guilds: () => LazyGuilds) {
    super();
    this.#cache = cache;
    this.#guilds = guilds;
  }

  override get(id: string): Channel | undefined {
    const known = super.get(id);
    if (known !== undefined || this.#guilds().isCreating) return known;
    const serverId = this.#cache.serverOfChannel(id);
    if (serverId === null) return undefined;
    this.#guilds().get(serverId);
    return super.get(id);
  }

  override has(id: string): boolean {
    return this.get(id) !== undefined;
  }
}

// discord.js warns about caches with another class name; it only uses `get`, `set`, `has` and `delete`.
Object.defineProperty(LazyGuilds, 'name', { value: Collection.name });
Object.defineProperty(LazyChannels, 'name', { value: Collection.name });
