import { z } from 'zod';

// The parts of Discord's answers that the doctor reads.

const bits = z.string().transform((digits) => BigInt(digits));

export const wireUser = z.object({ id: z.string(), username: z.string() });

export const wireApplication = z.object({
  id: z.string(),
  name: z.string(),
  flags: z.number().default(0),
  bot_require_code_grant: z.boolean().default(false),
  interactions_endpoint_url: z.string().nullish(),
  verify_key: z.string().default(''),
});

export const wireOwnGuilds = z.array(z.object({ id: z.string(), name: z.string() }));

export const wireGateway = z.object({
  shards: z.number(),
  session_start_limit: z.object({ total: z.number(), remaining: z.number(), reset_after: z.number() }),
});

export const wireCommands = z.array(z.looseObject({ name: z.string() }));

export const wireGuild = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: z.string(),
  roles: z.array(z.object({ id: z.string(), permissions: bits })),
});

export const wireMember = z.object({
  roles: z.array(z.string()),
  communication_disabled_until: z.string().nullish(),
});

export const wireChannel = z.object({
  id: z.string(),
  type: z.number(),
  name: z.string().nullish(),
  guild_id: z.string().nullish(),
  parent_id: z.string().nullish(),
  permission_overwrites: z.array(z.object({ id: z.string(), allow: bits, deny: bits })).default([]),
  thread_metadata: z.object({ locked: z.boolean().default(false) }).nullish(),
});

export const wireChannels = z.array(wireChannel);

export type WireApplication = z.infer<typeof wireApplication>;
export type WireChannel = z.infer<typeof wireChannel>;

/** The body of an error. */
export const wireRefusal = z.object({ code: z.number().default(0), message: z.string().default('') });
