import type { Writer } from '../writer.ts';

/** `/alerts health`. Channels are mentions, times are Discord timestamps. */
export const alertHealthMessages = ({ text, number, count, command }: Writer) => {
  const alertCount = (alerts: number) => count(alerts, { one: 'alert', other: 'alerts' });
  return {
    allWell: text`✅ All good.`,
    queue: text`Queue`,
    nothingWaits: text`empty`,
    alertsWait: (alerts: number) => alertCount(alerts),
    titleTroubled: text`Alerts need attention`,
    more: (lines: number) => text`and ${number(lines)} more`,
    /** For a time that cannot be formatted. */
    earlier: text`earlier`,
    later: text`later`,

    feed: (marketplace: string) => text`${marketplace}’s feed`,
    notReadYet: text`not read yet`,
    lastRead: (when: string) => text`last read ${when}`,
    failedSince: (failures: number) =>
      text`⚠ retrying after ${count(failures, { one: 'failed request', other: 'failed requests' })}`,
    noEventYet: text`no events yet`,
    newestEvent: (when: string) => text`newest event ${when}`,
    oldestFirst: text`The feed is sorted oldest first, so I read its last page.`,
    oldestFirstOnePage: text`⚠ The feed is sorted oldest first and has only one page. I can’t read new events.`,
    timesBehind: (hours: number) =>
      text`⚠ New events are dated ${count(hours, { one: 'hour', other: 'hours' })} ago. Events older than 6 hours are not posted. The marketplace may be delayed, or its clock or time zone may be wrong.`,
    idsRepeat: (last: string) =>
      text`Several events share an ID (last seen ${last}). I tell them apart by their content.`,
    shrank: (last: string) =>
      text`Events disappeared from the feed (most recently ${last}). They are posted if they reappear.`,
    auctions: text`Auctions`,
    watched: (auctions: number) => text`following ${count(auctions, { one: 'auction', other: 'auctions' })}`,
    leftOut: (auctions: number) =>
      text`⚠ ${count(auctions, { one: 'more auction is', other: 'more auctions are' })} over the limit and not posted`,
    tooLarge: (auctions: number) =>
      text`⚠ ${count(auctions, { one: 'auction', other: 'auctions' })} skipped: too many bids to read`,
    discord: text`Discord`,
    notConnected: text`⚠ not connected`,
    connected: text`connected`,
    connectedWithLatency: (milliseconds: number) => text`connected, latency ${number(milliseconds)} ms`,
    database: text`Database`,

    missed: text`Missed events`,
    missedTimes: (times: number, last: string) =>
      text`⚠ Events came faster than they could be read: ${times === 1 ? text`once` : count(times, { one: 'time', other: 'times' })} in the last 7 days, most recently ${last}`,

    unread: text`Unreadable events`,
    unreadRecords: (unread: number, records: number, reasons: readonly string[]) =>
      text`⚠ ${number(unread)} of ${count(records, { one: 'new record', other: 'new records' })} in the last 7 days could not be read and were not posted: ${reasons.join(', ')}`,
    unreadReasons: {
      damaged_token: (records: number) => text`${number(records)} with an invalid token ID`,
      too_many_tokens: (records: number) => text`${number(records)} with too many tokens`,
      no_token: (records: number) => text`${number(records)} without a token`,
      no_collection: (records: number) => text`${number(records)} without a collection`,
      unknown_kind: (records: number) => text`${number(records)} of an unknown kind`,
    },

    waiting: text`Waiting to be posted`,
    waitingIn: (channel: string, alerts: number) => text`${channel}: ${alertCount(alerts)}`,

    late: text`Delayed by more than a minute`,
    /** @param reason one of those below */
    lateSince: (channel: string, alerts: number, since: string, reason: string) =>
      alerts === 1
        ? text`${channel}: ${alertCount(alerts)} from ${since} (${reason})`
        : text`${channel}: ${alertCount(alerts)}, the oldest from ${since} (${reason})`,
    unanswered: (tries: number) =>
      text`Discord has not confirmed a message (${count(tries, { one: 'attempt', other: 'attempts' })}); retrying`,
    unansweredPlain: (tries: number) =>
      text`Discord has not confirmed a message (${count(tries, { one: 'attempt', other: 'attempts' })}); retrying as plain text`,
    refusedWithoutCause: text`Discord rejects messages without giving a reason; retrying`,
    /** @param code of Discord's error */
    refusedWithCode: (code: string) => text`Discord rejects messages (code ${code}); retrying`,
    limited: (until: string) => text`rate limited by Discord until ${until}`,
    busy: text`more to post than Discord accepts at once; catching up`,

    stopped: text`Stopped channels`,
    held: text`Were these messages posted?`,
    heldMessage: text`a message`,
    /** @param first subject of the first alert of the message */
    heldWithOthers: (first: string, others: number) =>
      text`${first} and ${count(others, { one: 'more alert', other: 'more alerts' })}`,
    heldMore: (messages: number) => text`and ${number(messages)} more after these`,
    heldChoose: text`Message to check`,
    /** @param channel its name, in a label. @param what the message */
    heldChoice: (channel: string, what: string) => text`#${channel}: ${what}`,
    heldAdvice: text`Check the channel, then press the matching button. Until then, nothing else is posted there.`,
    heldSettled: text`This question has already been answered. See the current state with ${command('alerts health')}.`,
    heldWasPosted: (channel: string) => text`✅ Marked as posted. Posting in ${channel} resumes.`,
    heldIsPosted: (channel: string) =>
      text`✅ Posting the message in ${channel} now. The waiting alerts follow.`,
    unknownChannel: text`the channel`,
    /** @param channel its name, in a label */
    itWasPosted: (channel: string) => text`#${channel}: mark as posted`,
    postIt: (channel: string) => text`#${channel}: post now`,
    lookThere: text`Open channel`,

    outdated: text`Outdated messages`,
    outdatedIn: (
      channel: string,
      messages: number,
      { why, remedy }: { why: string; remedy: string | null },
    ) =>
      remedy === null
        ? text`${channel}: ${count(messages, { one: 'message', other: 'messages' })} (${why})`
        : text`${channel}: ${count(messages, { one: 'message', other: 'messages' })} (${why}; to fix this, ${remedy})`,
    reduced: text`Partly posted in the last 7 days`,
    parts: { picture: text`pictures`, link: text`links`, button: text`buttons`, text: text`text sections` },
    /** @param parts that Discord refused, as a list */
    reducedIn: (channel: string, messages: number, parts: string, last: string) =>
      text`${channel}: ${count(messages, { one: 'message', other: 'messages' })} without ${parts} (rejected by Discord), last ${last}`,
    reducedToText: (channel: string, messages: number, last: string) =>
      text`${channel}: ${count(messages, { one: 'message', other: 'messages' })} as plain text (embeds rejected by Discord), most recently ${last}`,

    wouldRefuse: text`Channels where the next alert would fail`,
    paused: text`Paused alerts`,
    postedOnce: text`Alerts that have posted once`,
    ended: text`Alerts that have ended`,
    givenUp: text`Not posted in the last 7 days`,
    givenUpRefused: (channel: string, alerts: number, last: string) =>
      text`${channel}: ${alertCount(alerts)}, last ${last} (rejected even as plain text)`,
    givenUpUnverifiable: (channel: string, alerts: number, last: string) =>
      text`${channel}: ${alertCount(alerts)}, last ${last} (could not be verified)`,
    notDecided: (marketplace: string) =>
      text`Not posted: ${marketplace} did not provide the details for a filter in time`,
    notDecidedIn: (channel: string, events: number, last: string) =>
      text`${channel}: ${count(events, { one: 'event', other: 'events' })}, last ${last}`,
    tooOld: text`Too old to post (over 6 hours)`,
    tooOldIn: (channel: string, alerts: number, last: string, reason: string) =>
      text`${channel}: ${alertCount(alerts)}, last from ${last} (${reason})`,
    tooOldUnreachable: text`Discord or the bot was unreachable`,
    /** @param why clause about the channel's problem */
    tooOldProblem: (when: string, why: string) => text`${when}: ${why}`,
  };
};
