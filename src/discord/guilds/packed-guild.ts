import type { Channel, Guild, Overwrite, OwnMember, Role } from './guild.ts';

/** Boolean fields of a channel or role, as bits of one byte. */
const FLAG = { mentionable: 1, thread: 1, locked: 2, joined: 4 } as const;
const NO_ID = '0';
/** Size of ids and permissions. */
const ID_BYTES = 8;
const TIME_BYTES = 8;
const COUNT_BYTES = 4;

/** Writes values sequentially into a growing buffer. */
class Writer {
  #bytes = Buffer.allocUnsafe(16 * 1_024);
  #length = 0;

  #reserve(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    return at;
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#bytes.writeUInt8(value, at);
  }
  count(value: number): void {
    const at = this.#reserve(4);
    this.#bytes.writeInt32LE(value, at);
  }
  bits(value: bigint): void {
    const at = this.#reserve(8);
    this.#bytes.writeBigUInt64LE(BigInt.asUintN(64, value), at);
  }
  id(value: string | null): void {
    this.bits(BigInt(value ?? NO_ID));
  }
  time(value: number | null): void {
    const at = this.#reserve(8);
    this.#bytes.writeDoubleLE(value ?? Number.NaN, at);
  }
  text(value: string): void {
    const size = Buffer.byteLength(value);
    this.count(size);
    const at = this.#reserve(size);
    this.#bytes.write(value, at);
  }
  list<T>(all: Iterable<T>, size: number, write: (one: T) => void): void {
    this.count(size);
    for (const one of all) write(one);
  }
  /** Returns the written bytes, as an array of exactly this length, and resets the writer. */
  finish(): Uint8Array {
    const packed = new Uint8Array(this.#length);
    packed.set(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return packed;
  }
}

/** Reads values in the order in which a `Writer` wrote them. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(packed: Uint8Array) {
    this.#bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  }

  #skip(count: number): number {
    const at = this.#at;
    this.#at += count;
    return at;
  }
  byte(): number {
    return this.#bytes.readUInt8(this.#skip(1));
  }
  count(): number {
    return this.#bytes.readInt32LE(this.#skip(4));
  }
  bits(): bigint {
    return this.#bytes.readBigUInt64LE(this.#skip(8));
  }
  id(): string {
    return String(this.bits());
  }
  optionalId(): string | null {
    const id = this.id();
    return id === NO_ID ? null : id;
  }
  time(): number | null {
    const time = this.#bytes.readDoubleLE(this.#skip(8));
    return Number.isNaN(time) ? null : time;
  }
  text(): string {
    const size = this.count();
    const at = this.#skip(size);
    return this.#bytes.toString('utf8', at, at + size);
  }
  list<T>(read: () => T): readonly T[] {
    return Array.from({ length: this.count() }, read);
  }
  pass(bytes: number): void {
    this.#skip(bytes);
  }
  passText(): void {
    this.#skip(this.count());
  }
}

function writeRole(to: Writer, { id, name, permissions, isMentionable }: Role): void {
  to.id(id);
  to.bits(permissions);
  to.byte(isMentionable ? FLAG.mentionable : 0);
  to.text(name);
}

function readRole(from: Reader): Role {
  const id = from.id();
  const permissions = from.bits();
  return { id, permissions, isMentionable: from.byte() === FLAG.mentionable, name: from.text() };
}

function writeOverwrite(to: Writer, { id, allow, deny }: Overwrite): void {
  to.id(id);
  to.bits(allow);
  to.bits(deny);
}

function writeChannel(to: Writer, channel: Channel): void {
  const { thread } = channel;
  const flags =
    thread === null
      ? 0
      : FLAG.thread | (thread.isLocked ? FLAG.locked : 0) | (thread.isJoined ? FLAG.joined : 0);
  to.id(channel.id);
  to.byte(channel.type);
  to.byte(flags);
  to.id(channel.parentId);
  to.count(channel.position);
  to.text(channel.name);
  to.list(channel.overwrites, channel.overwrites.length, (one) => writeOverwrite(to, one));
}

function readChannel(from: Reader): Channel {
  const id = from.id();
  const type = from.byte();
  const flags = from.byte();
  const has = (flag: number) => (flags & flag) !== 0;
  return {
    id,
    type,
    parentId: from.optionalId(),
    position: from.count(),
    name: from.text(),
    overwrites: from.list(() => ({ id: from.id(), allow: from.bits(), deny: from.bits() })),
    thread: has(FLAG.thread) ? { isLocked: has(FLAG.locked), isJoined: has(FLAG.joined) } : null,
  };
}

function writeSelf(to: Writer, self: OwnMember | null): void {
  to.byte(self === null ? 0 : 1);
  if (self === null) return;
  to.list(self.roleIds, self.roleIds.length, (id) => to.id(id));
  to.time(self.timedOutUntil);
}

const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.id, one]));

const writer = new Writer();

/**
 * Packs a server into bytes: about 7 KB for 50 channels and 100 roles, a tenth of the size of the objects.
 * @throws RangeError for an id that is not a 64-bit number
 */
export function packGuild(guild: Guild): Uint8Array {
  writer.id(guild.id);
  writer.id(guild.ownerId);
  writer.id(guild.systemChannelId);
  writer.time(guild.joinedAt);
  writer.text(guild.name);
  writeSelf(writer, guild.self);
  writer.list(guild.roles.values(), guild.roles.size, (role) => writeRole(writer, role));
  writer.list(guild.channels.values(), guild.channels.size, (channel) => writeChannel(writer, channel));
  return writer.finish();
}

/** Unpacks the result of `packGuild`. */
export function unpackGuild(packed: Uint8Array): Guild {
  const from = new Reader(packed);
  return {
    id: from.id(),
    ownerId: from.id(),
    systemChannelId: from.optionalId(),
    joinedAt: from.time(),
    name: from.text(),
    self: from.byte() === 0 ? null : { roleIds: from.list(() => from.id()), timedOutUntil: from.time() },
    roles: byId(from.list(() => readRole(from))),
    channels: byId(from.list(() => readChannel(from))),
  };
}

/** Returns the end of the bot's time-out in the server, epoch ms, without unpacking the rest; `null` without one. */
export function packedTimeOut(packed: Uint8Array): number | null {
  const from = new Reader(packed);
  from.pass(3 * ID_BYTES + TIME_BYTES);
  from.passText();
  if (from.byte() === 0) return null;
  from.pass(from.count() * ID_BYTES);
  return from.time();
}

/** Returns when the bot joined the server, epoch ms, without unpacking the rest; `null` if that is unknown. */
export function packedJoinedAt(packed: Uint8Array): number | null {
  const from = new Reader(packed);
  from.pass(3 * ID_BYTES);
  return from.time();
}

/** Returns the ids of the server's channels without unpacking the rest, because a shard has thousands of servers. */
export function packedChannelIds(packed: Uint8Array): BigUint64Array {
  const from = new Reader(packed);
  from.pass(3 * ID_BYTES + TIME_BYTES);
  from.passText();
  if (from.byte() !== 0) from.pass(from.count() * ID_BYTES + TIME_BYTES);
  for (let roles = from.count(); roles > 0; roles -= 1) {
    from.pass(2 * ID_BYTES + 1);
    from.passText();
  }
  const ids = new BigUint64Array(from.count());
  for (let at = 0; at < ids.length; at += 1) {
    ids[at] = from.bits();
    // Type, flags, parent, position.
    from.pass(2 + ID_BYTES + COUNT_BYTES);
    from.passText();
    from.pass(from.count() * 3 * ID_BYTES);
  }
  return ids;
}
