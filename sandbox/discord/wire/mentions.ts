import type { APIMessage } from 'discord-api-types/v10';
import type { GuildRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { field } from './fields.ts';

function idsIn(content: string, pattern: RegExp): string[] {
  return [...new Set([...content.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

function allowedIds(allowed: unknown, kind: 'users' | 'roles', mentioned: readonly string[]): string[] {
  if (allowed === undefined || allowed === null) {
    return [...mentioned];
  }
  const parse = field(allowed, 'parse');
  if (Array.isArray(parse) && parse.includes(kind)) {
    return [...mentioned];
  }
  const listed = field(allowed, kind);
  return Array.isArray(listed) ? mentioned.filter((id) => listed.includes(id)) : [];
}

/** The users and roles that a text mentions, given `allowed_mentions` and the permission to mention everyone. */
export function mentionsOf(
  world: World,
  guild: GuildRecord | undefined,
  content: string,
  allowed: unknown,
  mayMentionEveryone: boolean,
): Pick<APIMessage, 'mentions' | 'mention_roles' | 'mention_everyone'> {
  const parse = field(allowed, 'parse');
  const everyoneAllowed =
    allowed === undefined || allowed === null || (Array.isArray(parse) && parse.includes('everyone'));
  const users = allowedIds(allowed, 'users', idsIn(content, /<@!?(\d+)>/g));
  const roles = allowedIds(allowed, 'roles', idsIn(content, /<@&(\d+)>/g));
  return {
    mentions: users.map((id) => world.users.get(id)).filter((user) => user !== undefined),
    mention_roles: roles.filter((id) => {
      const role = guild?.roles.get(id);
      return role !== undefined && (role.mentionable || mayMentionEveryone);
    }),
    mention_everyone: mayMentionEveryone && everyoneAllowed && /@(everyone|here)\b/.test(content),
  };
}
