import { GatewayCloseCodes as Code } from 'discord-api-types/v10';

/** Discord's reason for each close code (Discord docs: Opcodes and Status Codes). */
const REASONS: Readonly<Record<number, string>> = {
  [Code.UnknownError]: 'Unknown error.',
  [Code.UnknownOpcode]: 'Unknown opcode.',
  [Code.DecodeError]: 'Error while decoding payload.',
  [Code.NotAuthenticated]: 'Not authenticated.',
  [Code.AuthenticationFailed]: 'Authentication failed.',
  [Code.AlreadyAuthenticated]: 'Already authenticated.',
  [Code.InvalidSeq]: 'Invalid seq.',
  [Code.RateLimited]: 'Rate limited.',
  [Code.SessionTimedOut]: 'Session timed out.',
  [Code.InvalidShard]: 'Invalid shard.',
  [Code.ShardingRequired]: 'Sharding required.',
  [Code.InvalidAPIVersion]: 'Invalid API version.',
  [Code.InvalidIntents]: 'Invalid intent(s).',
  [Code.DisallowedIntents]: 'Disallowed intent(s).',
};

/** After these a client may not resume its session. */
const FINAL: ReadonlySet<number> = new Set([
  1000,
  1001,
  Code.AuthenticationFailed,
  Code.InvalidSeq,
  Code.SessionTimedOut,
  Code.InvalidShard,
  Code.ShardingRequired,
  Code.InvalidAPIVersion,
  Code.InvalidIntents,
  Code.DisallowedIntents,
]);

export function closeReason(code: number): string {
  return REASONS[code] ?? '';
}

/** Whether the session is over once its socket was closed with this code. */
export function endsSession(code: number): boolean {
  return FINAL.has(code);
}
