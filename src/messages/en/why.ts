import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';

type Part = Segment | Segments;

/** `/why`: why an event was posted in a channel, or not. */
export const whyMessages = ({ text, segments, number, percent, count, listOf, command }: Writer) => ({
  description: text`Show why an event was posted, or not`,
  whatOption: text`Link, transaction, token or message (default: near misses)`,
  channelOption: text`Channel (default: this channel)`,
  /** At most 32 characters. */
  messageCommand: text`Why was this posted?`,
  notMine: text`I know nothing about this message: it is not one of my alerts, or older than 14 days.`,
  title: (channel: string) => text`Why in ${channel}`,
  nearMissesButton: text`Near misses`,
  nearMisses: (channel: string) => text`Near misses in ${channel}`,
  noNearMisses: text`No near misses in the last 24 hours: no event failed just one condition of an alert here.`,
  noRules: text`This channel has no alerts, and had none in the last 14 days.`,
  unreadable: text`I can’t find an event in that. Paste a transaction, a link to a token or auction, or a link to one of my messages.`,
  nothingFound: text`I saw no such event in the last 14 days.`,
  gap: text`I missed part of the marketplace’s feed in that time. The event may have been in it.`,
  cut: (left: number) => text`… and ${count(left, { one: 'more line', other: 'more lines' })}.`,
  eventName: (topic: string, name: Part) => segments`${topic}: ${name}`,
  event: (event: Part, when: Part) => segments`${event}, ${when}`,
  repeatTrades: (name: Part, trades: number) =>
    segments`${name} traded ${count(trades, { one: 'time', other: 'times' })} between the same wallets`,
  sweep: (tokens: number) => segments`sweep of ${count(tokens, { one: 'token', other: 'tokens' })}`,
  collectionOffer: (name: Part) => segments`all of ${name}`,
  /** What became of a delivery, also in the log of a channel. */
  posted: (link: string) => text`posted: ${link}`,
  /** An admin said so, or it was deleted at once; its message is unknown. */
  postedUnknown: text`posted, but I don’t know which message it is`,
  summary: (link: string) => text`in a summary: ${link}`,
  waiting: (since: string) => text`waiting since ${since}`,
  waitingBecause: (since: string, why: string) => text`waiting since ${since}: ${why}`,
  quiet: (since: string, until: string) => text`waiting since ${since}: quiet hours until ${until}`,
  limited: (since: string, until: string) =>
    text`waiting since ${since}: the hourly limit is reached until ${until}`,
  sending: text`being posted now`,
  verifying: text`sent, but Discord did not answer. I’m looking for the message`,
  held: text`held: I can’t find out whether it was posted. See ${command('alerts health')}`,
  refused: text`given up, because Discord refused it, even as plain text`,
  refusedWithCode: (code: string) =>
    text`given up, because Discord refused it, even as plain text (code ${code})`,
  refusedByErrors: text`given up, because Discord answered it with server errors again and again`,
  /** After what a member can still post. */
  postAgain: text`You can post it from ${command('alerts log')}.`,
  unverifiable: text`given up, because I couldn’t find out whether it was posted`,
  expired: text`expired after waiting too long`,
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
  tooLarge: text`not posted. I can’t say why, because its details were too large to keep`,
  otherTopic: text`it doesn’t post this type of event`,
  explained: text`a transfer that belongs to a sale is not posted separately`,
  undecided: (missing: string) => text`undecided: not known yet: ${missing}`,
  filtered: (failures: string) => text`filtered: ${failures}`,
  failure: (wanted: Part, seen: Part) => segments`${wanted} (it has: ${seen})`,
  changed: text`The alert has changed since.`,
  removedAlert: (id: number) => text`#${number(id)} (removed)`,
  seen: {
    nothing: segments`unknown`,
    list: (parts: readonly Part[]) => listOf(parts, 'and'),
    others: (others: number) => segments`${number(others)} unknown or in another coin`,
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
