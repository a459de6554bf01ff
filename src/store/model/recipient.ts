/** A channel that receives an alert. */
export interface Recipient {
  readonly channelId: string;
  /** Ids of the matching rules. */
  readonly subscriptionIds: readonly number[];
  /**
   * Whether to send no new message if the channel already has a live message for the alert, which is edited, or got
   * another alert of the same end.
   */
  readonly skipIfLive: boolean;
  /** Whether it informs a user that they were outbid or have won. */
  readonly isPersonal?: boolean;
}

/** A channel that would receive an alert, if a silence did not leave it out. */
export interface SilencedRecipient extends Recipient {
  readonly silenceId: number;
}
