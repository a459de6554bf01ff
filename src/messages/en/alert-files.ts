import type { Writer } from '../writer.ts';

/**
 * `/alerts export` and `/alerts import`. Names of entries are written as in the file; other text from the file is
 * escaped by the caller.
 */
export const alertFileMessages = ({ text, number, count, list, command }: Writer) => {
  const alertCount = (alerts: number) => count(alerts, { one: 'alert', other: 'alerts' });
  return {
    exported: text`All alerts of the channels that you can see, and the settings of these channels. ${command('alerts import')} takes this file.`,
    exportedSeveral: text`All alerts of the channels that you can see, and the settings of these channels. ${command('alerts import')} takes these files one by one, with \`mode: add\`.`,

    tooLarge: text`This file is larger than 1 MB, which no file of alerts is. Attach what ${command('alerts export')} gave you.`,
    notHandedOut: text`Discord did not hand the file out. Please attach it again.`,
    noText: text`This file holds no text. Attach what ${command('alerts export')} gave you.`,
    tooManyKeys: text`No file of alerts has so many different keys. Attach what ${command('alerts export')} gave you.`,
    noJson: text`This file is not valid JSON. Attach what ${command('alerts export')} gave you.`,
    /** Both count from 1. */
    noJsonAt: (line: number, column: number) =>
      text`This file is not valid JSON at line ${number(line)}, column ${number(column)}. Correct it there, or attach what ${command('alerts export')} gave you.`,
    noAlertsFile: text`This is no file of alerts. Attach what ${command('alerts export')} gave you.`,
    newerVersion: text`A newer version of me wrote this file. Ask the one who runs me for an update, or set the alerts up with ${command('alerts add')}.`,
    otherVersion: (version: number) =>
      text`The **version** of this file must be ${number(version)}. Attach what ${command('alerts export')} gave you.`,
    refused: text`I cannot take this file, and changed nothing:`,
    moreProblems: (problems: number) => text`and ${number(problems)} more.`,
    moreProblemsAtLeast: (problems: number) => text`and at least ${number(problems)} more.`,

    placeFile: text`the file`,
    placeChannel: (name: string) => text`channel “${name}”`,
    placeUnnamedChannel: (position: number) => text`channel ${number(position)}`,
    /** @param channel one of the two above */
    placeAlert: (position: number, channel: string) => text`alert ${number(position)} of ${channel}`,
    placeSettings: (channel: string) => text`the settings of ${channel}`,
    /** @param place one of those above, here and below; @param problem written for this place */
    problem: (place: string, problem: string) => text`In ${place}: ${problem}`,
    problemOfEntry: (place: string, entry: string, problem: string) =>
      text`In ${place}: **${entry}** ${problem}`,
    /** Requirements for an entry, each as the end of a sentence that names it. */
    must: {
      beEntry: text`must be an entry in curly brackets`,
      beText: text`must be a text in quotation marks`,
      beYesOrNo: text`must be true or false`,
      beId: text`must be a Discord id, such as "123456789012345678"`,
      beCoins: text`must be an amount in coins as a text, such as "12.5"`,
      /** Digits as in a file, without grouping. */
      beWholeNumber: (from: number, to: number) =>
        text`must be a whole number from ${String(from)} to ${String(to)}`,
      beList: text`must be a list in square brackets`,
      beShort: (entries: number) => text`must have at most ${number(entries)} entries`,
      haveFewAlerts: (alerts: number) => text`must have at most ${number(alerts)} alerts`,
      haveFewChannels: (channels: number) => text`must have at most ${number(channels)} channels`,
      beTime: text`must be a time such as "22:00"`,
      /** @param topics as in a file, joined by commas */
      beTopics: (topics: string) => text`must be among ${topics}`,
      nameSomething: text`must name something`,
      beLook: text`must be "compact", "normal" or "big"`,
      beAuctions: text`must be "messages" or "card"`,
      notBeSameTime: text`must not begin and end at the same time`,
      notHaveOthers: (keys: readonly string[]) =>
        text`has ${list(
          keys.map((key) => text`“${key}”`),
          'and',
        )}, which I do not know; is it misspelt?`,
    },
    amountNotPossible: (place: string, amount: string, coin: string) =>
      text`In ${place}: the amount ${amount} is more exact or larger than ${coin} can be. I changed nothing.`,

    title: text`What this file would change`,
    summary: (added: number, removed: number) =>
      text`${alertCount(added)} added, ${number(removed)} removed.`,
    present: (alerts: number) =>
      text` ${count(alerts, { one: 'alert of the file is', other: 'alerts of the file are' })} here already.`,
    leftOut: (what: string) => text`⚠️ Left out: ${what}`,
    /** @param alert the alert to add, in one line */
    paused: (alert: string) => text`${alert} (paused)`,
    settingsOf: (channel: string) => text`⚙️ the settings of ${channel}`,
    more: (lines: number) => text`and ${number(lines)} more`,
    otherCoin: (there: string, here: string) =>
      text`The amounts of this file were in ${there}; here the same numbers are in ${here}.`,
    severalChannels: (name: string) =>
      text`“${name}”: this server has several channels of that name. Rename all but one of them, or write its id into the file.`,
    noSuchChannel: (name: string) => text`“${name}”: this server has no such channel.`,
    /** @param channels a list of them, here and below */
    noSuchRole: (role: string, channels: string) =>
      text`The ping of “${role}” in ${channels}: this server has no such role.`,
    botMayNotPing: (role: string, channels: string) =>
      text`The ping of “${role}” in ${channels}: I may not ping it.`,
    memberMayNotPing: (role: string, channels: string) =>
      text`The ping of “${role}” in ${channels}: you may not ping it.`,

    chooseChannels: text`This server has no channels by some names of the file. Choose where those alerts go, or leave them out.`,
    /** @param name a channel in the file */
    chooseChannelFor: (name: string) => text`Where the alerts of “${name}” go`,
    nothingToDo: text`There is nothing to do.`,
    confirm: text`Confirm`,
    cancel: text`Cancel`,
    notChanged: text`Nothing was changed.`,
    over: text`This import is over: it was done or cancelled, or too much time went by. Run ${command('alerts import')} again.`,
    /** @param changes the ones below, joined by commas */
    done: (changes: string) => text`✅ Done: ${changes}.`,
    added: (alerts: number) => text`${alertCount(alerts)} added`,
    removed: (alerts: number) => text`${alertCount(alerts)} removed`,
    settingsTaken: (channels: number) =>
      text`settings of ${count(channels, { one: 'channel', other: 'channels' })} taken over`,
    closedMeanwhile: (channels: string) =>
      text` You or I may not post in ${channels} any more, so nothing was added there.`,
    mayNotPingMeanwhile: (alerts: number) =>
      text` ${alertCount(alerts)} left out: you or I may not ping the roles any more.`,
    seeList: text` ${command('alerts list')} shows all of them.`,
  };
};
