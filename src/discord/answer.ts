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
  /** Runs after the answer was sent, and may edit it as long as nothing else does. */
  readonly afterwards?: (edit: EditAnswer) => Promise<void>;
}

/** The parts of an answer that can be edited without sending its files again. */
export type AnswerPart = Pick<Answer, 'content' | 'components'>;

/** Changes parts of an answer that was sent. Rejects with discord.js's errors. */
export type EditAnswer = (change: AnswerPart) => Promise<void>;
