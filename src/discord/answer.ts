import type { APIActionRowComponent, APIComponentInMessageActionRow, APIEmbed } from 'discord-api-types/v10';

/** A row of buttons, or of one menu. */
export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** The content of a response to an interaction. */
export interface Answer {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly components?: readonly Row[];
  readonly files?: readonly {
    readonly name: string;
    readonly attachment: Buffer;
    /** Alternative text of the picture. */
    readonly description?: string;
  }[];
}
