import {
  channelShape,
  isFields,
  ownMember,
  type Part,
  roleShape,
  type ServerShape,
  serverFields,
  threadShapes,
} from './server-shape.ts';

type Fields = Readonly<Record<string, unknown>>;
type Change = (server: ServerShape, data: Fields, botId: string) => ServerShape;

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
  channels: withPart(server.channels, channelShape(data)),
});
const putRole: Change = (server, data) => ({
  ...server,
  roles: withPart(server.roles, roleShape(data['role'])),
});
const putThread: Change = (server, data) => ({
  ...server,
  threads: threadShapes([data]).reduce(withPart, server.threads),
});

/** What each event changes of a server (Discord docs: Gateway Events). Those that are not here change nothing that is kept. */
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

function putRoles(server: ServerShape, { roles }: Fields): ServerShape {
  const told: readonly unknown[] | null = Array.isArray(roles) ? roles : null;
  return told === null ? server : { ...server, roles: told.map(roleShape).filter((role) => role !== null) };
}

/** Discord docs: Thread List Sync: all active threads of these channels, or of the whole server. */
function syncThreads(server: ServerShape, data: Fields): ServerShape {
  const parents: readonly unknown[] | null = Array.isArray(data['channel_ids']) ? data['channel_ids'] : null;
  const kept = server.threads.filter((thread) => parents !== null && !parents.includes(thread['parent_id']));
  // The bot's own memberships come beside the threads, each with its thread's id.
  const own = fieldsIn(data['members']);
  const told = threadShapes(data['threads']).map((thread) => {
    const member = own.find(({ id }) => id === thread.id);
    return member === undefined ? thread : { ...thread, member };
  });
  return { ...server, threads: [...kept, ...told] };
}

/** Discord docs: Thread Members Update: without the members intent it tells of the bot alone. */
function moveInThread(server: ServerShape, data: Fields, botId: string): ServerShape {
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

/** Whether an event changes anything that is kept of a server. */
export function changesServer(event: string): boolean {
  return CHANGES.has(event);
}

/** The server an event is about; `null` for an event of none. */
export function serverOf(data: unknown, event: string): string | null {
  if (!isFields(data)) return null;
  const id =
    event.startsWith('GUILD_') && !event.startsWith('GUILD_ROLE') && !event.startsWith('GUILD_MEMBER')
      ? data['id']
      : data['guild_id'];
  return typeof id === 'string' ? id : null;
}

/** The server after an event of it; the same object where nothing that is kept changes. */
export function changedBy(server: ServerShape, event: string, data: unknown, botId: string): ServerShape {
  const change = CHANGES.get(event);
  return change === undefined || !isFields(data) ? server : change(server, data, botId);
}
