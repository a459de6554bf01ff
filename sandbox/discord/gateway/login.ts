import { GatewayCloseCodes, type GatewayReadyDispatchData } from 'discord-api-types/v10';
import type { ApplicationRecord } from '../state/records.ts';
import { applicationsIn, type World } from '../state/world.ts';
import { applicationFlags } from '../wire/application.ts';
import { ownUser } from '../wire/user.ts';
import { allowedIntents, validIntents } from './intents.ts';
import type { Session } from './session.ts';

function field(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
}

/** The application that a token from IDENTIFY or RESUME belongs to. */
export function applicationOfToken(world: World, data: unknown): ApplicationRecord | undefined {
  const token = field(data, 'token');
  if (typeof token !== 'string' || token === '') {
    return undefined;
  }
  const bare = token.replace(/^Bot /, '');
  return [...world.applications.values()].find((application) => application.token === bare);
}

function shardOf(data: unknown): readonly [number, number] | null | 'invalid' {
  const shard = field(data, 'shard');
  if (shard === undefined) {
    return null;
  }
  const numbers: unknown[] = Array.isArray(shard) ? shard : [];
  const [index, count] = numbers;
  const valid =
    numbers.length === 2 &&
    Number.isInteger(index) &&
    Number.isInteger(count) &&
    typeof index === 'number' &&
    typeof count === 'number' &&
    index >= 0 &&
    index < count;
  return valid ? [index, count] : 'invalid';
}

/** Validates an IDENTIFY: the session's data, or the close code that refuses it. */
export function readIdentify(
  world: World,
  data: unknown,
):
  | { application: ApplicationRecord; intents: number; shard: readonly [number, number] | null }
  | { closeCode: GatewayCloseCodes } {
  if (typeof field(data, 'token') !== 'string' || typeof field(data, 'properties') !== 'object') {
    return { closeCode: GatewayCloseCodes.DecodeError };
  }
  const application = applicationOfToken(world, data);
  if (application === undefined) {
    return { closeCode: GatewayCloseCodes.AuthenticationFailed };
  }
  const shard = shardOf(data);
  if (shard === 'invalid') {
    return { closeCode: GatewayCloseCodes.InvalidShard };
  }
  const intents = field(data, 'intents');
  if (!validIntents(intents)) {
    return { closeCode: GatewayCloseCodes.InvalidIntents };
  }
  if (!allowedIntents(intents, application.privilegedIntents)) {
    return { closeCode: GatewayCloseCodes.DisallowedIntents };
  }
  return { application, intents, shard };
}

/** Reads a RESUME's session id and sequence number. */
export function readResume(data: unknown): { sessionId: string; sequence: number } | null {
  const sessionId = field(data, 'session_id');
  const sequence = field(data, 'seq');
  return typeof sessionId === 'string' && typeof sequence === 'number' ? { sessionId, sequence } : null;
}

/** READY for a fresh session: every server is still unavailable and comes with its GUILD_CREATE. */
export function readyData(
  world: World,
  application: ApplicationRecord,
  session: Session,
  guildIds: readonly string[],
  resumeUrl: string,
): GatewayReadyDispatchData & Record<string, unknown> {
  const user = world.users.get(application.botId);
  if (user === undefined) {
    throw new Error(`Application ${application.id} has no bot user.`);
  }
  return {
    v: 10,
    user: ownUser(user),
    guilds: guildIds.map((id) => ({ id, unavailable: true })),
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: resumeUrl,
    ...(session.shard === null ? {} : { shard: [session.shard[0], session.shard[1]] }),
    application: {
      id: application.id,
      flags: applicationFlags(application),
      flags_new: String(applicationFlags(application)),
    },
    private_channels: [],
    presences: [],
    relationships: [],
    user_settings: {},
    geo_ordered_rtc_regions: [],
    auth: {},
    _trace: [],
  };
}

/** The servers that a session's bot is in. */
export function guildsOf(world: World, application: ApplicationRecord): string[] {
  return [...world.guilds.keys()].filter((id) =>
    applicationsIn(world, id).some((candidate) => candidate.id === application.id),
  );
}
