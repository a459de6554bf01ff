import type { ChannelType } from 'discord-api-types/v10';
import type { Answer, HttpRequest } from '../http-request.ts';

/** The reason why a probe cannot be tried. */
export class NotTriedError extends Error {
  readonly remedy: string;

  /** @param reason written as the end of a sentence */
  constructor(reason: string, remedy: string) {
    super(reason);
    this.name = 'NotTriedError';
    this.remedy = remedy;
  }
}

/** A channel in which the probes may post. */
export interface LabChannel {
  readonly id: string;
  /** For display, such as `#sales in “Home”`. */
  readonly name: string;
  readonly guildId: string;
  readonly type: ChannelType;
  /** Bit field of the bot's permissions there. */
  readonly permissions: bigint;
}

/** What the operator chose for the probes. */
export interface Site {
  readonly channel: LabChannel;
  readonly forum: LabChannel | null;
  /** A person who closed direct messages to the bot. */
  readonly personId: string | null;
  /** Whether a message may be published to the servers that follow the channel. */
  readonly mayPublish: boolean;
  readonly botUserId: string;
}

/** Sends a request in its turn, and waits if Discord requests a pause. Throws `NotTriedError` without an answer. */
export type SendInTurn = (method: HttpRequest['method'], path: string, body?: object) => Promise<Answer>;
