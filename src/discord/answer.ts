import type { APIEmbed } from 'discord-api-types/v10';
import type { Row } from './components/row.ts';

export type { Row };

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
