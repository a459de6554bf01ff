import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';

type Part = Segment | Segments;

/** `/why`: why an event was posted in a channel, or not. */
export const whyMessages = ({ text, segments, number, percent, count, listOf, command }: Writer) => ({
  description: text`Show why an event was or wasn’t posted`,
  whatOption: text`Link, transaction, token or message (default: near misses)`,
  channelOption: text`Channel (default: this channel)`,
  /** At most 32 characters. */
  messageCommand: text`Why was this posted?`,
  notMine: text`I can’t explain this message. It isn’t one of my alerts, or it is older than 14 days.`,
  title: (channel: string) => text`What happened in ${channel}`,
  nearMissesButton: text`Near misses`,
  nearMisses: (channel: string) => text`Near misses in ${channel}`,
  noNearMisses: text`No near misses in the last 24 hours. A near miss is an event that fails exactly one of an alert’s conditions.`,
  noRules: text`This channel has had no alerts in the last 14 days.`,
  unreadable: text`I can’t tell which event you mean. Paste a transaction, a link to a token or auction, or a link to one of my messages.`,
  nothingFound: text`I found no such event in the last 14 days.`,
  gap: text`I missed part of the marketplace’s feed during that time, so I may have missed this event.`,
  cut: (left: number) => text`… and ${count(left, { one: 'more line', other: 'more lines' })}.`,
  eventName: (topic: string, name: Part) => segments`${topic}: ${name}`,
  event: (event: Part, when: Part) => segments`${event}, ${when}`,
  repeatTrades: (name: Part, trades: number) =>
    segments`${name} traded ${count(trades, { one: 'time', other: 'times' })} between the same wallets`,
  sweep: (tokens: number) => segments`sweep of ${count(tokens, { one: 'token', other: 'tokens' })}`,
  collectionOffer: (name: Part) => segments`any item in ${name}`,
  /** What became of a delivery, also in the log of a channel. */
  posted: (link: string) => text`posted: ${link}`,
  /** An admin said so, or it was deleted at once; its message is unknown. */
  postedUnknown: text`posted, but I don’t know which message it is`,
  summary: (link: string) => text`posted in a summary: ${link}`,
  waiting: (since: string) => text`waiting since ${since}`,
  waitingBecause: (since: string, why: string) => text`waiting since ${since}: ${why}`,
  quiet: (since: string, until: string) => text`waiting since ${since}: quiet hours until ${until}`,
  limited: (since: string, until: string) =>
    text`waiting since ${since}: hourly limit reached, posting continues at ${until}`,
  sending: text`being posted now`,
  verifying: text`sent, but not confirmed by Discord; checking whether it arrived`,
  held: text`held: I can’t tell whether it was posted. Answer in ${command('alerts health')}`,
  refused: text`not posted: Discord rejected it, even as plain text`,
  refusedWithCode: (code: string) => text`not posted: Discord rejected it, even as plain text (code ${code})`,
  refusedByErrors: text`not posted: Discord repeatedly responded with server errors`,
  /** After what a member can still post. */
  postAgain: text`You can post it from ${command('alerts log')}.`,
  unverifiable: text`unconfirmed: I couldn’t tell whether it was posted`,
  expired: text`expired, because it waited too long`,
  dropped: text`dropped, because the channel had no alerts left`,
  /** The silence is no longer stored. */
  silenced: text`silenced`,
  silencedBy: (name: string, end: string) => text`silenced: ${name}, until ${end}`,
  /** @param outcome of the delivery */
  byOther: (outcome: string) => text`${outcome} (for another alert)`,
  once: text`this alert posts only once, and another event came first`,
  live: text`shown by editing an earlier message, if there is one`,
  noRecord: text`it matches this alert, but I have no record of a message`,
  stale: text`older than six hours when I saw it`,
  late: text`its details were reported more than ten minutes late`,
  reverted: text`reverted by the marketplace`,
  givenUp: text`details for its filters were still missing after ten minutes`,
  before: text`the alert did not exist yet`,
  removed: text`the alert had been removed`,
  paused: text`paused`,
  ended: text`the alert had ended`,
  tooLarge: text`not posted. I can’t say why, because its details were too large to store`,
  otherTopic: text`it doesn’t post this type of event`,
  explained: text`a transfer that belongs to a sale is not posted separately`,
  undecided: (missing: string) => text`undecided, because these conditions can’t be checked yet: ${missing}`,
  filtered: (failures: string) => text`filtered out: ${failures}`,
  failure: (wanted: Part, seen: Part) => segments`${wanted} (actual: ${seen})`,
  changed: text`The alert has been changed since then.`,
  removedAlert: (id: number) => text`#${number(id)} (removed)`,
  seen: {
    nothing: segments`unknown`,
    list: (parts: readonly Part[]) => listOf(parts, 'and'),
    others: (others: number) =>
      segments`${count(others, { one: 'price', other: 'prices' })} unknown or in another coin`,
    belowFloor: (share: number) => segments`${percent(share, { digits: 0 })} below floor`,
    aboveFloor: segments`above floor`,
    rank: (rank: number) => segments`rank ${number(rank)}`,
    units: (units: bigint) => segments`${count(units, { one: 'unit', other: 'units' })}`,
    unknownWallet: segments`an unknown wallet`,
    otherAuction: segments`another auction`,
    minutes: (minutes: number) =>
      segments`${count(minutes, { one: 'minute', other: 'minutes' })} before the end`,
  },
});
