import { PermissionFlagsBits } from 'discord.js';
import type { Command } from '../../src/discord/command.ts';
import { add } from './add.ts';
import { list } from './list.ts';
import { remove } from './remove.ts';

/** `/alerts`: what the channels of this server follow. */
export const alerts: Command = {
  definition: {
    name: 'alerts',
    description: 'Sets up which channels are told of sales',
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
  },
  subcommands: [add, list, remove],
};
