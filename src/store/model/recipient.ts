/** A channel that receives an alert. */
export interface Recipient {
  readonly channelId: string;
  /** The rules that match it. */
  readonly subscriptionIds: readonly number[];
  /**
   * No new message if the channel already has a live message for it, or got another alert of the same end: that one is
   * edited.
   */
  readonly skipIfLive: boolean;
  /** Whether it tells a person that they were outbid or have won. */
  readonly isPersonal?: boolean;
}
