import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { LocalDiscord } from '../discord/local-discord.ts';
import { type ChannelRules, readRulesFile } from './rules-file.ts';
import type { Scenario } from './scenario.ts';

/** Reads the rules of the channels of a server. */
export interface RulesReader {
  /** The user that reads; its commands change nothing. */
  readonly userId: string;
  /** `null` where the bot did not respond in time. */
  read(guildId: string): Promise<ReadonlyMap<string, ChannelRules> | null>;
}

/** Adds a user for the ledger check to every server, with the right to manage it, who only runs `/alerts export`. */
export function createRulesReader(discord: LocalDiscord, { channels }: Scenario): RulesReader {
  const { id: userId } = discord.createUser({ name: 'ledger' });
  const firstOf = new Map(channels.toReversed().map(({ guildId, id }) => [guildId, id]));
  for (const guildId of firstOf.keys()) {
    const role = discord.createRole({
      guildId,
      name: 'Ledger',
      permissions: Bits.ManageGuild | Bits.ViewChannel | Bits.SendMessages,
    });
    discord.addMember({ guildId, userId, roleIds: [role.id] });
  }
  return {
    userId,
    async read(guildId) {
      const open = channels.find((one) => one.guildId === guildId && discord.channelExists(one.id));
      if (open === undefined) return new Map();
      const person = discord.person({ userId, channelId: open.id });
      const { message } = await person.command('alerts export');
      const [file] = message?.attachments ?? [];
      return file === undefined ? null : readRulesFile(person.download(file).text);
    },
  };
}
