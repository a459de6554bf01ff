/** A number of requests in a window that starts with the first of them. */
export interface RouteLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** The limits of the local Discord. They can change at any time; `routes` is keyed by method and route template. */
export interface RateLimitSettings {
  enabled: boolean;
  /** Requests per second of a bot, except interaction responses (Discord docs: Rate Limits). */
  globalPerSecond: number;
  routes: Record<string, RouteLimit>;
  /** For routes without an entry of their own. */
  otherwise: RouteLimit;
  /** Changes of a channel's name or topic; not in the headers of answers (discord-api-docs#1900). */
  renames: RouteLimit;
  /** Edits of messages older than an hour, in one channel (Discord docs: JSON Error Codes, 30046; the number is observed). */
  oldEdits: RouteLimit;
}

/** Discord's limits with some changed; entries of `routes` are added to the known ones. */
export function rateLimitsWith(changes: Partial<RateLimitSettings> | false = {}): RateLimitSettings {
  const known = defaultRateLimits();
  return changes === false
    ? { ...known, enabled: false }
    : { ...known, ...changes, routes: { ...known.routes, ...changes.routes } };
}

/** Discord's known limits; the documentation only names the global one. */
function defaultRateLimits(): RateLimitSettings {
  return {
    enabled: true,
    globalPerSecond: 50,
    routes: {
      'POST /channels/:channelId/messages': { limit: 5, windowMs: 5_000 },
      'PATCH /channels/:channelId/messages/:messageId': { limit: 5, windowMs: 5_000 },
      'DELETE /channels/:channelId/messages/:messageId': { limit: 5, windowMs: 1_000 },
      'POST /channels/:channelId/messages/:messageId/crosspost': { limit: 10, windowMs: 3_600_000 },
      'GET /channels/:channelId/messages': { limit: 5, windowMs: 1_000 },
      'POST /channels/:channelId/typing': { limit: 5, windowMs: 5_000 },
      'PATCH /channels/:channelId': { limit: 5, windowMs: 15_000 },
      'POST /guilds/:guildId/channels': { limit: 10, windowMs: 10_000 },
      'PUT /applications/:applicationId/commands': { limit: 10, windowMs: 20_000 },
      'PUT /applications/:applicationId/guilds/:guildId/commands': { limit: 10, windowMs: 20_000 },
      'POST /webhooks/:applicationId/:token': { limit: 5, windowMs: 2_000 },
      'PATCH /webhooks/:applicationId/:token/messages/:messageId': { limit: 5, windowMs: 2_000 },
      'GET /gateway/bot': { limit: 10, windowMs: 5_000 },
      'GET /users/@me': { limit: 30, windowMs: 30_000 },
    },
    otherwise: { limit: 20, windowMs: 2_000 },
    renames: { limit: 2, windowMs: 600_000 },
    oldEdits: { limit: 3, windowMs: 20_000 },
  };
}
