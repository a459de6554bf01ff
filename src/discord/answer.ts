import type { APIActionRowComponent, APIComponentInMessageActionRow, APIEmbed } from 'discord.js';
import type { PersonAccess } from './person-access.ts';
import type { Rights } from './rights.ts';
import type { CommandServices } from './services.ts';

/** A row of buttons, or of one menu. */
export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** What an interaction is answered with. */
export interface Answer {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly components?: readonly Row[];
  readonly files?: readonly { readonly name: string; readonly attachment: Buffer }[];
}

/** For whom an answer is made. */
export interface AnswerContext extends Rights {
  /** Discord user id of the one who asked: the only one whose presses change the message. */
  readonly asker: string;
  readonly guildId: string;
  readonly channelId: string;
  /** What they may do in the server's channels. The bot does nothing for them there that they may not do themselves. */
  readonly person: PersonAccess;
  /** Of the server's alerts, only those in channels that the one who asked may see. */
  readonly services: CommandServices;
}
