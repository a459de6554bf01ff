/** What `/why` says of an event to a rule, without the details. */
export type Said =
  /** No line about the rule. */
  | 'nothing'
  | 'before'
  | 'paused'
  | 'ended'
  | 'stale'
  | 'late'
  | 'reverted'
  | 'given up'
  | 'too large'
  | 'other topic'
  | 'filtered'
  | 'undecided'
  | 'once'
  | 'live'
  | 'no record'
  | 'posted'
  | 'posted unknown'
  | 'in a summary'
  | 'waiting'
  | 'sending'
  | 'refused'
  | 'unverifiable'
  | 'expired'
  | 'dropped'
  | 'silenced';

/** What `/why` said of one event to one rule of a channel. */
export interface WhyAnswer {
  /** Of the event. */
  readonly number: number;
  readonly channelId: string;
  readonly ruleId: string;
  readonly said: Said;
  /** Whether it is said of the message that another rule of the channel asked for. */
  readonly isOfAnother: boolean;
  /** The message that it names; `null` for none. */
  readonly messageId: string | null;
}

/** Answers of one time, ms since the start of the history. */
export interface WhyLook {
  /** When it was asked, and answered. */
  readonly from: number;
  readonly to: number;
  /** Numbers of the events that it was asked about, and of those that it knew. */
  readonly asked: readonly number[];
  readonly known: ReadonlySet<number>;
  /** Every rule that is not in it got no line. */
  readonly answers: readonly WhyAnswer[];
  /** Channels that were asked about. */
  readonly channelIds: readonly string[];
}
