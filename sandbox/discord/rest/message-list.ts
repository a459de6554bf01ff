import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { allows, channelPermissions } from '../state/permissions.ts';
import type { StoredMessage } from '../state/records.ts';
import { isSnowflake } from '../state/snowflake.ts';
import type { World } from '../state/world.ts';
import { internalServerError, invalidField } from './errors.ts';
import { accessibleChannel } from './permission-checks.ts';
import { botRoute, ok, param, type Route } from './route.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

function limitOf(query: URLSearchParams): number {
  const given = query.get('limit');
  if (given === null) {
    return DEFAULT_LIMIT;
  }
  const limit = Number(given);
  if (!Number.isInteger(limit)) {
    throw invalidField('limit', 'NUMBER_TYPE_COERCE', `Value "${given}" is not int.`);
  }
  if (limit < 1) {
    throw invalidField('limit', 'NUMBER_TYPE_MIN', 'int value should be greater than or equal to 1.');
  }
  if (limit > MAX_LIMIT) {
    throw invalidField('limit', 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.');
  }
  return limit;
}

function anchor(query: URLSearchParams, name: string): bigint | null {
  const given = query.get(name);
  if (given === null) {
    return null;
  }
  if (!isSnowflake(given)) {
    throw invalidField(name, 'NUMBER_TYPE_COERCE', `Value "${given}" is not snowflake.`);
  }
  return BigInt(given);
}

/** The page that `limit`, `before`, `after` or `around` asks for, newest first (Discord docs: Get Channel Messages). */
function pageOf(history: readonly StoredMessage[], query: URLSearchParams): StoredMessage[] {
  const limit = limitOf(query);
  const [around, before, after] = [anchor(query, 'around'), anchor(query, 'before'), anchor(query, 'after')];
  if (around !== null) {
    const older = history.filter((message) => BigInt(message.id) < around).slice(-Math.floor(limit / 2));
    const newer = history.filter((message) => BigInt(message.id) >= around);
    return [...(limit === 1 ? [] : older), ...newer.slice(0, Math.max(1, Math.ceil(limit / 2)))].toReversed();
  }
  if (before !== null) {
    return history
      .filter((message) => BigInt(message.id) < before)
      .slice(-limit)
      .toReversed();
  }
  if (after !== null) {
    return history
      .filter((message) => BigInt(message.id) > after)
      .slice(0, limit)
      .toReversed();
  }
  return history.slice(-limit).toReversed();
}

/** The list of a channel's messages: empty, and no error, without Read Message History. */
export function messageListRoutes(world: World): Route[] {
  return [
    botRoute('GET', '/channels/:channelId/messages', (request, caller) => {
      const channel = accessibleChannel(world, caller, param(request, 'channelId'));
      if (world.unlistableChannels.has(channel.id)) {
        throw internalServerError();
      }
      const page = pageOf(world.history.get(channel.id) ?? [], request.query);
      const readable = allows(channelPermissions(world, channel, caller.botId), Bits.ReadMessageHistory);
      return ok(readable ? page.map((message) => message.payload) : []);
    }),
  ];
}
