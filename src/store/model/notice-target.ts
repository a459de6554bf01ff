/** Where a notice goes. */
export interface NoticeTarget {
  /** A channel of the server that the notice is about, or the direct message channel of a person. */
  readonly channelId: string;
  /** Of the person; `null` for a channel. */
  readonly userId: string | null;
}
