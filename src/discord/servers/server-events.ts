import {
  isFields,
  ownMember,
  type Part,
  pickChannel,
  pickRole,
  pickThreads,
  type ServerSnapshot,
  serverFields,
} from './server-snapshot.ts';

type Fields = Readonly<Record<string, unknown>>;
type Change = (server: ServerSnapshot, data: Fields, botId: string) => ServerSnapshot;

function withPart(parts: readonly Part[], part: Part | null): readonly Part[] {
  if (part === null) return parts;
  return parts.some(({ id }) => id === part.id)
    ? parts.map((one) => (one.id === part.id ? { ...one, ...part } : one))
    : [...parts, part];
}

function fieldsIn(value: unknown): readonly Fields[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.filter(isFields);
}

const without = (parts: readonly Part[], id: unknown): readonly Part[] =>
  parts.filter((one) => one.id !== id);

const putChannel: Change = (server, data) => ({
  ...server,
  channels: withPart(server.channels, pickChannel(data)),
});
const putRole: Change = (server, data) => ({
  ...server,
  roles: withPart(server.roles, pickRole(data['role'])),
});
const putThread: Change = (server, data) => ({
  ...server,
  threads: pickThreads([data]).reduce(withPart, server.threads),
});

/**
 * How each event changes a stored server (Discord docs: Gateway Events). Other events change nothing that is stored.
 */
const CHANGES: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['GUILD_UPDATE', (server, data) => putRoles({ ...server, ...serverFields(data), id: server.id }, data)],
  ['CHANNEL_CREATE', putChannel],
  ['CHANNEL_UPDATE', putChannel],
  [
    'CHANNEL_DELETE',
    (server, { id }) => ({
      ...server,
      channels: without(server.channels, id),
      threads: server.threads.filter((thread) => thread['parent_id'] !== id),
    }),
  ],
  ['THREAD_CREATE', putThread],
  ['THREAD_UPDATE', putThread],
  ['THREAD_DELETE', (server, { id }) => ({ ...server, threads: without(server.threads, id) })],
  ['THREAD_LIST_SYNC', syncThreads],
  ['THREAD_MEMBERS_UPDATE', moveInThread],
  ['GUILD_ROLE_CREATE', putRole],
  ['GUILD_ROLE_UPDATE', putRole],
  ['GUILD_ROLE_DELETE', (server, data) => ({ ...server, roles: without(server.roles, data['role_id']) })],
  [
    'GUILD_MEMBER_UPDATE',
    (server, data, botId) => {
      const member = ownMember(data, botId);
      return member === null ? server : { ...server, members: [{ ...server.members[0], ...member }] };
    },
  ],
]);

function putRoles(server: ServerSnapshot, { roles }: Fields): ServerSnapshot {
  const list: readonly unknown[] | null = Array.isArray(roles) ? roles : null;
  return list === null ? server : { ...server, roles: list.map(pickRole).filter((role) => role !== null) };
}

/** Discord docs: Thread List Sync: all active threads of these channels, or of the whole server. */
function syncThreads(server: ServerSnapshot, data: Fields): ServerSnapshot {
  const parents: readonly unknown[] | null = Array.isArray(data['channel_ids']) ? data['channel_ids'] : null;
  const kept = server.threads.filter((thread) => parents !== null && !parents.includes(thread['parent_id']));
  // The bot's own memberships are listed separately from the threads, by thread id.
  const own = fieldsIn(data['members']);
  const active = pickThreads(data['threads']).map((thread) => {
    const member = own.find(({ id }) => id === thread.id);
    return member === undefined ? thread : { ...thread, member };
  });
  return { ...server, threads: [...kept, ...active] };
}

/** Discord docs: Thread Members Update. Without the members intent it only contains the bot itself. */
function moveInThread(server: ServerSnapshot, data: Fields, botId: string): ServerSnapshot {
  const joined = fieldsIn(data['added_members']).find(({ user_id }) => user_id === botId);
  const left: readonly unknown[] = Array.isArray(data['removed_member_ids'])
    ? data['removed_member_ids']
    : [];
  if (joined === undefined && !left.includes(botId)) return server;
  const threads = server.threads.map((thread) => {
    if (thread.id !== data['id']) return thread;
    const { member: _before, ...rest } = thread;
    return { ...rest, id: thread.id, ...(joined === undefined ? {} : { member: joined }) };
  });
  return { ...server, threads };
}

/** Whether an event changes the stored server. */
export function isServerEvent(event: string): boolean {
  return CHANGES.has(event);
}

/** The id of the server of an event; `null` if it has none. */
export function serverOf(data: unknown, event: string): string | null {
  if (!isFields(data)) return null;
  const id =
    event.startsWith('GUILD_') && !event.startsWith('GUILD_ROLE') && !event.startsWith('GUILD_MEMBER')
      ? data['id']
      : data['guild_id'];
  return typeof id === 'string' ? id : null;
}

/** Applies an event to a server; returns the same object where nothing stored changes. */
export function applyEvent(
  server: ServerSnapshot,
  event: string,
  data: unknown,
  botId: string,
): ServerSnapshot {
  const handleChange = CHANGES.get(event);
  return handleChange === undefined || !isFields(data) ? server : handleChange(server, data, botId);
}
