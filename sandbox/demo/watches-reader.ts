import { setTimeout as delay } from 'node:timers/promises';
import type { LocalDiscord } from '../discord/local-discord.ts';
import type { ChannelRules } from './rules-file.ts';
import type { Scenario } from './scenario.ts';
import { readWatchesFile } from './watches-file.ts';

/** Reads what people watch. */
export interface WatchesReader {
  /** `null` where the bot did not respond in time. */
  read(userId: string): Promise<ChannelRules | null>;
}

/**
 * What the bot tells a person once, after their next use of it, shall follow their own action and not this one. In ms of the
 * machine.
 */
const AFTER_OWN_ACTION_MS = 1_000;

const NOTHING: ChannelRules = { rules: [], delaysAlerts: false };

/** Runs `/watch export` as the person themselves, whose page does not show it: nobody else gets to see what they watch. */
export function createWatchesReader(discord: LocalDiscord, { channels }: Scenario): WatchesReader {
  return {
    async read(userId) {
      await delay(AFTER_OWN_ACTION_MS);
      const view = discord.view(userId);
      const open = channels.find(({ id }) => view.canViewChannel(id));
      const isThere = view.commands(open?.id ?? '').some(({ name }) => name === 'watch');
      if (open === undefined || !isThere) return NOTHING;
      const person = discord.person({ userId, channelId: open.id, isUnseen: true });
      const { message } = await person.command('watch export');
      const [file] = message?.attachments ?? [];
      return file === undefined ? null : readWatchesFile(person.download(file).text);
    },
  };
}
