/** Discord requires more shards. */
export const SHARDING_REQUIRED = 4011;

/**
 * Reasons why the gateway closed a connection permanently, because the same login would fail again (Discord docs:
 * Gateway Close Event Codes). After every other code, `@discordjs/ws` reconnects.
 */
export const FATAL_CLOSE_CODES: ReadonlyMap<number, string> = new Map([
  [4004, 'Discord refuses the token. Set DISCORD_TOKEN to the current one of the Developer Portal.'],
  [4010, 'Discord does not accept the shard that was asked for. Update Gavel.'],
  [
    SHARDING_REQUIRED,
    'Discord wants a bot in so many servers to be split into more shards. Set SHARDS=auto, and start again.',
  ],
  [4012, 'Discord does not know the version of the gateway that was asked for. Update Gavel.'],
  [4013, 'Discord does not know the intents that were asked for.'],
  [4014, 'Discord does not allow this application the intents that were asked for.'],
]);

/** Why Discord refuses a connection with too few shards. */
export const TOO_FEW_SHARDS = FATAL_CLOSE_CODES.get(SHARDING_REQUIRED) ?? '';
