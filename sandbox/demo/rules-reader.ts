import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { LocalDiscord } from '../discord/local-discord.ts';
import { type ChannelRules, readRulesFile } from './rules-file.ts';
import type { Scene } from './scene.ts';

/** Reads what the channels of a server ask for. */
export interface RulesReader {
  /** Who reads: what they do changes nothing. */
  readonly userId: string;
  /** `null` where the bot did not answer in time. */
  read(guildId: string): Promise<ReadonlyMap<string, ChannelRules> | null>;
}

/** A person of the ledger check in every server, who may manage it and runs `/alerts export` there and nothing else. */
export function createRulesReader(discord: LocalDiscord, { channels }: Scene): RulesReader {
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
