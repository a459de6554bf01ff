import type { Writer } from '../writer.ts';

/** `/alerts health`. Channels are mentions, times are Discord timestamps. */
export const alertHealthMessages = ({ text, number, count, command }: Writer) => {
  const alertCount = (alerts: number) => count(alerts, { one: 'alert', other: 'alerts' });
  return {
    /** @param alerts number of alerts waiting to be posted */
    allWell: (marketplace: string, read: string, alerts: number) =>
      alerts === 0
        ? text`✅ All is well: ${marketplace}’s feed was read ${read}, and nothing waits to be posted.`
        : text`✅ All is well: ${marketplace}’s feed was read ${read}, and ${count(alerts, { one: 'alert waits', other: 'alerts wait' })} to be posted.`,
    /** @param alerts their numbers */
    pausedToo: (alerts: string) => text`Paused: ${alerts}.`,
    titleTroubled: text`Alerts need a look`,
    more: (lines: number) => text`and ${number(lines)} more`,
    /** For a time that cannot be formatted. */
    earlier: text`earlier`,
    later: text`later`,

    feed: (marketplace: string) => text`${marketplace}’s feed`,
    notReadYet: text`not read yet`,
    lastRead: (when: string) => text`last read ${when}`,
    failedSince: (failures: number) =>
      text`⚠ the marketplace failed ${count(failures, { one: 'time', other: 'times' })} since; I keep trying`,
    noEventYet: text`no event yet`,
    newestEvent: (when: string) => text`newest event ${when}`,
    oldestFirst: text`It is sorted oldest first, so I read it from its end.`,
    oldestFirstOnePage: text`⚠ it is sorted oldest first and shows no further pages: I cannot read new events`,
    timesBehind: (hours: number) =>
      text`⚠ new events appear with times ${count(hours, { one: 'hour', other: 'hours' })} ago, and I post nothing older than 6 hours: the marketplace’s clock or time zone may be wrong, or it is late`,
    idsRepeat: (last: string) =>
      text`The marketplace has the same id for several events, last seen ${last}; I tell them apart by what they say.`,
    shrank: (last: string) =>
      text`It showed fewer events than before, last ${last}; I post what is missing when it is shown again.`,
    auctions: text`Auctions`,
    watched: (auctions: number) => text`${count(auctions, { one: 'auction', other: 'auctions' })} watched`,
    leftOut: (auctions: number) =>
      text`⚠ ${number(auctions)} more are too many for me to watch: I post nothing of those`,
    tooLarge: (auctions: number) =>
      text`⚠ ${count(auctions, { one: 'auction', other: 'auctions' })} too large to read (too many bids): left out`,
    discord: text`Discord`,
    notConnected: text`⚠ not connected`,
    connected: text`connected`,
    connectedWithLatency: (milliseconds: number) => text`connected, answers in ${number(milliseconds)} ms`,
    database: text`Database`,

    missed: text`Missed events`,
    missedTimes: (times: number, last: string) =>
      text`⚠ ${count(times, { one: 'time', other: 'times' })} in the last 7 days events went by faster than they could be read, last ${last}`,

    unread: text`Unreadable events`,
    unreadRecords: (unread: number, records: number, reasons: readonly string[]) =>
      text`⚠ ${number(unread)} of ${count(records, { one: 'new record', other: 'new records' })} in the last 7 days could not be read, and nothing of them was posted: ${reasons.join(', ')}`,
    unreadReasons: {
      damaged_token: (records: number) => text`${number(records)} with a damaged token id`,
      too_many_tokens: (records: number) => text`${number(records)} with too many tokens`,
      no_token: (records: number) => text`${number(records)} without a token`,
      no_collection: (records: number) => text`${number(records)} without a collection`,
      unknown_kind: (records: number) => text`${number(records)} of an unknown kind`,
    },

    waiting: text`Waiting to be posted`,
    waitingIn: (channel: string, alerts: number) =>
      text`${channel}: ${count(alerts, { one: 'alert waits', other: 'alerts wait' })}`,

    late: text`Late by more than a minute`,
    /** @param reason one of those below */
    lateSince: (channel: string, alerts: number, since: string, reason: string) =>
      text`${channel}: ${alertCount(alerts)} since ${since} (${reason})`,
    unanswered: (tries: number) =>
      text`Discord does not take a message, or does not say so: ${count(tries, { one: 'try', other: 'tries' })} of late; I keep trying`,
    unansweredPlain: (tries: number) =>
      text`Discord does not take a message, or does not say so: ${count(tries, { one: 'try', other: 'tries' })} of late, now as plain text; I keep trying`,
    refusedWithoutCause: text`Discord refuses messages and gives no reason; I keep trying`,
    /** @param code of Discord's error */
    refusedWithCode: (code: string) => text`Discord refuses messages (code ${code}); I keep trying`,
    limited: (until: string) => text`Discord asks me to wait until ${until}`,
    busy: text`there is more to post than Discord takes at once; I go on by myself`,

    stopped: text`Stopped channels`,
    held: text`Did these messages arrive?`,
    heldMessage: text`a message`,
    /** @param first subject of the first alert of the message */
    heldWithOthers: (first: string, others: number) =>
      text`${first}, and ${count(others, { one: 'more alert', other: 'more alerts' })}`,
    heldMore: (messages: number) => text`and ${number(messages)} more, once these are answered`,
    heldAdvice: text`Please look there and press what is so; until then nothing else is posted there.`,
    heldSettled: text`That message is settled by now. ${command('alerts health')} shows how things are.`,
    heldWasPosted: (channel: string) =>
      text`Good: it counts as posted, and ${channel} goes on with what comes after it.`,
    heldIsPosted: (channel: string) => text`I post it in ${channel} now, and what waits after it.`,
    unknownChannel: text`the channel`,
    /** @param channel its name, in a label */
    itWasPosted: (channel: string) => text`#${channel}: it was posted`,
    postIt: (channel: string) => text`#${channel}: post it`,
    lookThere: text`Look there`,

    outdated: text`Messages that are out of date`,
    outdatedIn: (
      channel: string,
      messages: number,
      { why, remedy }: { why: string; remedy: string | null },
    ) =>
      remedy === null
        ? text`${channel}: ${count(messages, { one: 'message', other: 'messages' })} (${why})`
        : text`${channel}: ${count(messages, { one: 'message', other: 'messages' })} (${why}; ${remedy}, and I update them)`,
    reduced: text`Posted in part in the last 7 days`,
    parts: { picture: text`pictures`, link: text`links`, button: text`buttons`, text: text`texts` },
    /** @param parts that Discord refused, as a list */
    reducedIn: (channel: string, messages: number, parts: string, last: string) =>
      text`${channel}: ${count(messages, { one: 'message', other: 'messages' })} without ${parts} that Discord refused, last ${last}`,
    reducedToText: (channel: string, messages: number, last: string) =>
      text`${channel}: ${count(messages, { one: 'message', other: 'messages' })} as plain text, because Discord refused the embeds, last ${last}`,

    wouldRefuse: text`Channels that would refuse the next alert`,
    paused: text`Paused alerts`,
    givenUp: text`Given up in the last 7 days`,
    givenUpRefused: (channel: string, alerts: number, last: string) =>
      text`${channel}: ${alertCount(alerts)}, last ${last} (Discord took them in no form)`,
    givenUpUnverifiable: (channel: string, alerts: number, last: string) =>
      text`${channel}: ${alertCount(alerts)}, last ${last} (nobody can say whether they arrived)`,
    notDecided: (marketplace: string) =>
      text`Could not be decided: ${marketplace} did not report in time what an alert asks about`,
    notDecidedIn: (channel: string, events: number, last: string) =>
      text`${channel}: ${count(events, { one: 'event', other: 'events' })}, last ${last}`,
    tooOld: text`Older than 6 hours when they could be posted`,
    tooOldIn: (channel: string, alerts: number, last: string, reason: string) =>
      text`${channel}: ${alertCount(alerts)}, the last one of ${last} (${reason})`,
    tooOldUnreachable: text`Discord or I could not be reached for so long`,
    /** @param why clause about the channel's problem */
    tooOldProblem: (when: string, why: string) => text`${when}: ${why}`,
  };
};
