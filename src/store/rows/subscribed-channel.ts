import { z } from 'zod';
import { rowMapper } from './row-mapper.ts';

/** A channel with active rules. */
export interface SubscribedChannel {
  readonly guildId: string;
  readonly channelId: string;
  readonly rules: number;
  /** Discord's error code that stopped it; `null` while it is open. */
  readonly stoppedBy: number | null;
}

/** Maps a channel with its number of active rules. */
export const readSubscribedChannel: (row: unknown) => SubscribedChannel = rowMapper(
  'a channel',
  z
    .object({
      guild_id: z.string(),
      channel_id: z.string(),
      rules: z.number(),
      problem_code: z.number().nullable(),
    })
    .transform(({ guild_id, channel_id, rules, problem_code }) => ({
      guildId: guild_id,
      channelId: channel_id,
      rules,
      stoppedBy: problem_code,
    })),
);
