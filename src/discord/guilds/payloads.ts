import { ChannelType } from 'discord.js';
import { z } from 'zod';
import type { Channel, Guild, OwnMember, Role } from './guild.ts';

/** Discord's ids are 64-bit numbers as text (Discord docs: Snowflakes). */
const snowflake = z.string().regex(/^\d{1,19}$/);
const bits = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt);

const THREAD_TYPES: ReadonlySet<number> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
]);

/** Discord may add types that are not known here. */
const PRIVATE_THREAD: number = ChannelType.PrivateThread;

/** A list of which the elements that cannot be read are left out. */
function readable<Schema extends z.ZodType>(element: Schema) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((all): readonly z.output<Schema>[] =>
      all.flatMap((one) => {
        const read = element.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    );
}

const role = z
  .object({
    id: snowflake,
    name: z.string().catch(''),
    permissions: bits,
    mentionable: z.boolean().catch(false),
  })
  .transform(
    ({ id, name, permissions, mentionable }): Role => ({ id, name, permissions, isMentionable: mentionable }),
  );

const overwrite = z.object({ id: snowflake, allow: bits, deny: bits });

const channel = z
  .object({
    id: snowflake,
    type: z.int().nonnegative().max(255),
    name: z.string().catch(''),
    parent_id: snowflake.nullable().catch(null),
    position: z.int32().catch(0),
    permission_overwrites: readable(overwrite),
    thread_metadata: z.object({ locked: z.boolean().catch(false) }).catch({ locked: false }),
    member: z.unknown().optional(),
  })
  .transform((read): Channel => {
    const isThread = THREAD_TYPES.has(read.type);
    return {
      id: read.id,
      type: read.type,
      name: read.name,
      parentId: read.parent_id,
      position: isThread ? 0 : read.position,
      overwrites: isThread ? [] : read.permission_overwrites,
      thread: isThread
        ? {
            isLocked: read.thread_metadata.locked,
            // Discord sends a bot only the private threads that it can see, and does not always include its membership
            // (Discord docs: Threads, private threads).
            isJoined: isObject(read.member) || read.type === PRIVATE_THREAD,
          }
        : null,
    };
  });

const ownMember = z
  .object({
    roles: z.array(snowflake).catch([]),
    communication_disabled_until: z.string().nullable().catch(null),
  })
  .transform(({ roles, communication_disabled_until: until }): OwnMember => {
    const time = until === null ? Number.NaN : Date.parse(until);
    return { roleIds: roles, timedOutUntil: Number.isNaN(time) ? null : time };
  });

const guildFields = z.object({
  id: snowflake,
  name: z.string().catch(''),
  owner_id: snowflake.catch('0'),
  system_channel_id: snowflake.nullable().catch(null),
  roles: readable(role),
});

const createdGuild = guildFields.extend({
  channels: readable(channel),
  threads: readable(channel),
  members: z.array(z.unknown()).catch([]),
});

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.id, one]));

const orNull = <T>(read: { readonly success: boolean; readonly data?: T }): T | null =>
  read.success ? (read.data ?? null) : null;

/** The role, channel or thread of an event; `null` for an invalid one. */
export const readRole = (value: unknown): Role | null => orNull(role.safeParse(value));
export const readChannel = (value: unknown): Channel | null => orNull(channel.safeParse(value));
/** The channels or threads of a list that can be read. */
export const readChannels = (value: unknown): readonly Channel[] => readable(channel).parse(value);

/** The bot's own membership; `null` for that of somebody else. */
export function readOwnMember(value: unknown, botId: string): OwnMember | null {
  if (!isObject(value) || !isObject(value['user']) || value['user']['id'] !== botId) return null;
  return orNull(ownMember.safeParse(value));
}

/** The server of a GUILD_CREATE; `null` for an unavailable one, and where the payload is not a server. */
export function readGuild(value: unknown, botId: string): Guild | null {
  if (!isObject(value) || value['unavailable'] === true || !Array.isArray(value['channels'])) return null;
  const read = createdGuild.safeParse(value);
  if (!read.success) return null;
  const {
    id,
    name,
    owner_id: ownerId,
    system_channel_id: systemChannelId,
    roles,
    channels,
    threads,
  } = read.data;
  return {
    id,
    name,
    ownerId,
    systemChannelId,
    roles: byId(roles),
    channels: byId([...channels, ...threads]),
    self: read.data.members.map((one) => readOwnMember(one, botId)).find((one) => one !== null) ?? null,
  };
}

/** The server with the fields of a GUILD_UPDATE, which has its roles and not its channels. */
export function updateGuild(guild: Guild, value: unknown): Guild {
  const read = guildFields.safeParse(value);
  if (!read.success) return guild;
  const { name, owner_id: ownerId, system_channel_id: systemChannelId, roles } = read.data;
  return { ...guild, name, ownerId, systemChannelId, roles: roles.length === 0 ? guild.roles : byId(roles) };
}
