import type { Segment } from '../segment.ts';
import type { Writer } from '../writer.ts';

/** Texts that layouts add to alerts. */
export const layoutMessages = (writer: Writer) => {
  const { text, segments, count, number, duration } = writer;
  return {
    ends: (when: Segment) => segments`end: ${when}`,
    alerts: (alerts: number) => text`${count(alerts, { one: 'alert', other: 'alerts' })}`,
    alertsIn: (alerts: number, seconds: number) =>
      text`${count(alerts, { one: 'alert', other: 'alerts' })} in ${duration(seconds)}`,
    /** For a range of prices. */
    priceRange: (lowest: string, highest: string) => text`${lowest} to ${highest}`,
    /** Heading of the most important alerts of a summary. */
    top: (alerts: number) => text`Top ${number(alerts)}`,
    /** Button that leads to all alerts of a summary. */
    all: (alerts: number) => text`All ${number(alerts)}`,
    /** Below the list that the button leads to. */
    topFirst: text`ended auctions and highest prices first`,
    openAlert: text`Open an alert`,
    /** Error if the alerts of a summary were deleted. */
    allGone: text`These alerts are no longer stored.`,
    /** @param alerts a number */
    collectionCount: (collection: string, alerts: string) => text`${collection}: ${alerts}`,
    /** @param alerts a number */
    moreCollections: (more: number, alerts: string) =>
      text`${count(more, { one: 'more collection', other: 'more collections' })}: ${alerts}`,
    severalCollections: text`several collections`,
    /** Text of the link to the message that a short one follows up. */
    earlierMessage: text`Auction card`,
    /** @param channel a mention */
    test: (channel: string) => text`🧪 Test: this is how alerts look in ${channel}.`,
    testMark: text`only a test`,
    /** Buttons under an alert, and the menu under several: at most 80 and 150 characters. */
    details: text`Details`,
    view: text`View`,
    transaction: text`Tx`,
    detailsOf: text`View details`,
  };
};
