import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';

/** Texts of auction alerts. */
export const auctionAlertMessages = (writer: Writer) => {
  const { text, segments, count } = writer;
  const strong = (...parts: Segments): Segment => ({ type: 'strong', segments: parts });

  return {
    startedLabel: text`Auction`,
    bidLabel: text`Bid`,
    endingLabel: text`Auction ending soon`,
    endedLabel: text`Auction ended`,
    cancelledLabel: text`Auction cancelled`,
    started: (subject: Segment) => segments`${subject} is up for auction`,
    startedFrom: (subject: Segment, price: Segments) => segments`${subject} is up for auction from ${price}`,
    startedWithBid: (subject: Segment, bid: Segments) =>
      segments`${subject} is up for auction, top bid ${bid}`,
    bid: (subject: Segment) => segments`Bid on ${subject}`,
    bidOf: (subject: Segment, bid: Segments) => segments`Bid of ${bid} on ${subject}`,
    /** Amount and bidder of a bid, beside the words for whom it outbid. */
    bidBy: (bid: Segments | null, wallet: Segment | null) =>
      wallet === null
        ? (bid ?? segments`a higher bid`)
        : bid === null
          ? segments`by ${wallet}`
          : segments`${bid} by ${wallet}`,
    /**
     * @param bid the new bid
     * @param own bid of the outbid user; `null` if unknown
     */
    lostBid: (bid: Segments, own: Segments | null, isReader: boolean) =>
      own === null ? bid : isReader ? segments`${bid} (yours: ${own})` : segments`${bid} (theirs: ${own})`,
    youWereOutbid: (subject: Segment, bid: Segments) => segments`You were outbid on ${subject}: ${bid}`,
    wasOutbid: (wallet: Segment, subject: Segment, bid: Segments) =>
      segments`${wallet} was outbid on ${subject}: ${bid}`,
    youLostFact: (own: Segments | null) =>
      own === null ? segments`you were outbid` : segments`you were outbid (yours: ${own})`,
    lostFact: (wallet: Segment, own: Segments | null) =>
      own === null ? segments`${wallet} was outbid` : segments`${wallet} was outbid (theirs: ${own})`,
    youWonFor: (subject: Segment, bid: Segments) => segments`You won ${subject} for ${bid}`,
    ending: (subject: Segment) => segments`${subject} ends soon`,
    endingAt: (subject: Segment, bid: Segments) => segments`${subject} ends soon, top bid ${bid}`,
    endingWithoutBid: (subject: Segment) => segments`${subject} ends soon, no bids yet`,
    sold: (subject: Segment) => segments`${subject} sold at auction`,
    soldFor: (subject: Segment, price: Segments) => segments`${subject} sold at auction for ${price}`,
    goesOn: (subject: Segment) => segments`Auction of ${subject} continues`,
    endedWithoutBid: (subject: Segment) => segments`Auction of ${subject} ended without a bid`,
    settlingWithoutBid: (subject: Segment) => segments`Auction of ${subject} ended without a bid, settling`,
    settlingAt: (subject: Segment, bid: Segments) =>
      segments`Auction of ${subject} ended at ${bid}, settling`,
    wonFor: (subject: Segment, bid: Segments) => segments`${subject} won at auction for ${bid}`,
    cancelled: (subject: Segment) => segments`Auction of ${subject} was cancelled`,
    startedCount: (auctions: number) =>
      text`${count(auctions, { one: 'auction', other: 'auctions' })} started`,
    bidCount: (bids: number) => text`${count(bids, { one: 'bid', other: 'bids' })}`,
    endingCount: (auctions: number) =>
      text`${count(auctions, { one: 'auction', other: 'auctions' })} ending soon`,
    endedCount: (auctions: number) => text`${count(auctions, { one: 'auction', other: 'auctions' })} ended`,
    cancelledCount: (auctions: number) =>
      text`${count(auctions, { one: 'auction', other: 'auctions' })} cancelled`,
    noBid: segments`no bids`,
    noBidFrom: (price: Segments) => segments`no bids, starting price ${price}`,
    noBidYet: segments`No bids yet`,
    noBidYetFrom: (price: Segments) => segments`No bids yet, starting price ${strong(...price)}`,
    topBid: (bid: Segments) => segments`${strong(...bid)} top bid`,
    topBidBy: (bid: Segments, wallet: Segment) => segments`${strong(...bid)} top bid · ${wallet}`,
    topBidder: (wallet: Segment) => segments`Top bid by ${wallet}`,
    /** In a line that is not about the bid alone. */
    topBidOf: (bid: Segments) => segments`top bid ${strong(...bid)}`,
    raisedOwnBid: (wallet: Segment) => segments`${wallet} raised their own bid`,
    outbid: (wallet: Segment, outbid: Segment) => segments`${wallet} outbid ${outbid}`,
    firstBid: (wallet: Segment) => segments`${wallet} placed the first bid`,
    leads: (wallet: Segment) => segments`${wallet} leads`,
    starts: (when: Segment, at: Segment) => segments`Starts ${when} (${at})`,
    ends: (when: Segment) => segments`Ends ${when}`,
    endsExtended: (when: Segment, times: number) =>
      times === 1
        ? segments`Ends ${when} (extended once)`
        : segments`Ends ${when} (extended ${count(times, { one: 'time', other: 'times' })})`,
    ended: (when: Segment) => segments`Ended ${when}`,
    settled: (when: Segment) => segments`Settled ${when}`,
    settling: segments`a late bid may still win`,
    winner: (wallet: Segment) => segments`Winner ${wallet}`,
    winnerFor: (wallet: Segment, bid: Segments) => segments`Winner ${wallet} · ${strong(...bid)}`,
    seller: (wallet: Segment) => segments`seller ${wallet}`,
    from: (price: Segments) => segments`from ${price}`,
    bidsSoFar: (bids: number) => segments`${count(bids, { one: 'bid', other: 'bids' })}`,
    shownLate: segments`this bid was reported after the end`,
    waitingForSettlement: segments`waiting for settlement`,
    soldFact: segments`✅ ${strong(...segments`sold`)}`,
    soldForFact: (price: Segments) => segments`✅ ${strong(...segments`sold`)} for ${strong(...price)}`,
    soldToFact: (wallet: Segment) => segments`✅ ${strong(...segments`sold`)} to ${wallet}`,
    soldForToFact: (price: Segments, wallet: Segment) =>
      segments`✅ ${strong(...segments`sold`)} for ${strong(...price)} to ${wallet}`,
    cancelledFact: segments`🚫 ${strong(...segments`cancelled`)}`,
    bids: (bids: string) => text`Bids (${bids})`,
    bidRow: (bid: Segments) => segments`${strong(...bid)}`,
    bidRowBy: (bid: Segments, wallet: Segment) => segments`${strong(...bid)} · ${wallet}`,
    earlierBids: (bids: number) => text`and ${count(bids, { one: 'earlier bid', other: 'earlier bids' })}`,
  };
};
