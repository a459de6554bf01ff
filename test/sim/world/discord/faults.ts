/** What Discord, or the network before it, does wrong with one request. */
export type DiscordFault =
  /** 500, before or after the message was accepted. */
  | 'fail'
  | 'accept and fail'
  /** The connection breaks. */
  | 'reset'
  | 'accept and reset'
  /** No answer. */
  | 'hang'
  | 'accept and hang'
  /** Accepted some seconds later, without an answer. */
  | 'accept late'
  | 'slow'
  | 'refuse connection'
  | 'html'
  | 'accept and answer garbage'
  /** 429 of the channel, or of the whole bot. */
  | 'limit'
  | 'limit globally'
  /** A refusal with a status and a code of Discord's list, or of none. */
  | { readonly status: number; readonly code: number };

/** Which requests it concerns: `any` in a channel, or the opening of direct messages. */
export type DiscordPart = 'post' | 'edit' | 'read' | 'any' | 'open';

export interface PlannedFault {
  /** Of direct messages that are opened it is that of their channel. `null` for all. */
  readonly channelId: string | null;
  readonly part: DiscordPart;
  readonly fault: DiscordFault;
  left: number;
}

/** The faults to come, and the messages that Discord never takes. */
export interface DiscordFaults {
  plan(fault: PlannedFault): void;
  /** The fault of this request, which is then used up; `null` for none. */
  next(channelId: string, part: Exclude<DiscordPart, 'any'>): DiscordFault | null;
  /**
   * Discord answers with 400 to every message, or only to every edit, with this text in it, not followed by a digit; with 500 in the
   * first three channels where that is tried.
   */
  poison(text: string, status: 400 | 500, part?: 'any' | 'edit'): void;
  poisonOf(part: 'post' | 'edit', channelId: string, body: string): 400 | 500 | null;
  /** Ends everything, except for poisoned messages. */
  end(): void;
}

interface Poison {
  readonly text: RegExp;
  readonly status: 400 | 500;
  readonly part: 'any' | 'edit';
  /** Where it was tried. */
  readonly channels: Set<string>;
}

/** A message that is answered with 500 for ever has hundreds of tries in every channel; the others go on as if nothing was wrong. */
const MAX_FAILING_CHANNELS = 3;

function isFailing({ status, channels }: Poison, channelId: string): boolean {
  if (status === 500 && channels.size >= MAX_FAILING_CHANNELS) return channels.has(channelId);
  channels.add(channelId);
  return true;
}

export function createDiscordFaults(): DiscordFaults {
  let planned: PlannedFault[] = [];
  const poisoned: Poison[] = [];
  return {
    plan: (fault) => void planned.push({ ...fault }),
    next(channelId, part) {
      const found = planned.find(
        (one) =>
          one.left > 0 &&
          (one.channelId === null || one.channelId === channelId) &&
          (one.part === part || (one.part === 'any' && part !== 'open')),
      );
      if (found === undefined) return null;
      found.left -= 1;
      return found.fault;
    },
    poison: (text, status, part = 'any') =>
      void poisoned.push({ text: new RegExp(`${text}(?!\\d)`), status, part, channels: new Set() }),
    poisonOf: (part, channelId, body) =>
      poisoned.find(
        (one) =>
          (one.part === 'any' || one.part === part) && one.text.test(body) && isFailing(one, channelId),
      )?.status ?? null,
    end() {
      planned = [];
    },
  };
}
