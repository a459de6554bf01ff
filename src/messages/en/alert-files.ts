import type { Writer } from '../writer.ts';

/**
 * `/alerts export` and `/alerts import`. Names of entries are written as in the file; other text from the file is
 * escaped by the caller.
 */
export const alertFileMessages = ({ text, number, count, list, command }: Writer) => {
  const alertCount = (alerts: number) => count(alerts, { one: 'alert', other: 'alerts' });
  return {
    exported: text`Alerts and settings for all channels that you can see. Import this file with ${command('alerts import')}.`,
    exportedSeveral: text`Alerts and settings for all channels that you can see. Import these files one by one with ${command('alerts import')} and \`mode: add\`.`,

    tooLarge: text`This file is larger than 1 MB, the limit for alert files. Attach a file from ${command('alerts export')}.`,
    notHandedOut: text`Discord did not deliver the file. Attach it again.`,
    noText: text`This file contains no text. Attach a file from ${command('alerts export')}.`,
    tooManyKeys: text`This file has too many different keys for an alert file. Attach a file from ${command('alerts export')}.`,
    noJson: text`This file is not valid JSON. Attach a file from ${command('alerts export')}.`,
    /** Both count from 1. */
    noJsonAt: (line: number, column: number) =>
      text`This file is not valid JSON (line ${number(line)}, column ${number(column)}). Fix it, or attach a file from ${command('alerts export')}.`,
    noAlertsFile: text`This is not an alert file. Attach a file from ${command('alerts export')}.`,
    newerVersion: text`This file is from a newer version of the bot. Ask the operator to update the bot, or add the alerts with ${command('alerts add')}.`,
    otherVersion: (version: number) =>
      text`The **version** of this file must be ${number(version)}. Attach a file from ${command('alerts export')}.`,
    refused: text`I can’t import this file. Nothing was changed. Fix these problems, then import it again:`,
    moreProblems: (problems: number) => text`and ${number(problems)} more.`,
    moreProblemsAtLeast: (problems: number) => text`and at least ${number(problems)} more.`,

    placeFile: text`the file`,
    placeChannel: (name: string) => text`channel “${name}”`,
    placeUnnamedChannel: (position: number) => text`channel ${number(position)}`,
    /** @param channel one of the two above */
    placeAlert: (position: number, channel: string) => text`${channel}, alert ${number(position)}`,
    placeSettings: (channel: string) => text`the settings for ${channel}`,
    /** @param place one of those above, here and below; @param problem written for this place */
    problem: (place: string, problem: string) => text`In ${place}: ${problem}`,
    problemOfEntry: (place: string, entry: string, problem: string) =>
      text`In ${place}: **${entry}** ${problem}`,
    /** Requirements for an entry, each as the end of a sentence that names it. */
    must: {
      beEntry: text`must be an object in curly brackets`,
      beText: text`must be text in quotation marks`,
      beYesOrNo: text`must be true or false`,
      beId: text`must be a Discord ID, for example "123456789012345678"`,
      beCoins: text`must be an amount in quotation marks, for example "12.5"`,
      /** Digits as in a file, without grouping. */
      beWholeNumber: (from: number, to: number) =>
        text`must be a whole number from ${String(from)} to ${String(to)}`,
      beList: text`must be a list in square brackets`,
      beShort: (entries: number) => text`must have at most ${number(entries)} entries`,
      haveFewAlerts: (alerts: number) => text`must have at most ${number(alerts)} alerts`,
      haveFewChannels: (channels: number) => text`must have at most ${number(channels)} channels`,
      beShortName: (characters: number) => text`must have at most ${number(characters)} characters`,
      beDateTime: text`must be a date and time, for example "2026-12-31T23:00:00Z"`,
      beTime: text`must be a time, for example "22:00"`,
      /** @param topics as in a file, joined by commas */
      beTopics: (topics: string) => text`must be one of: ${topics}`,
      nameSomething: text`must not be empty`,
      beLook: text`must be "auto", "compact", "normal" or "big"`,
      beAuctions: text`must be "messages" or "card"`,
      beNotifications: text`must be "loud", "important" or "silent"`,
      /** @param parts as in a file, joined by commas */
      beParts: (parts: string) => text`must be one of: ${parts}`,
      beShorter: (characters: number) =>
        text`must be ${count(characters, { one: 'character', other: 'characters' })} shorter`,
      /** @param problem a sentence */
      beTemplate: (problem: string) => text`is not a valid template. ${problem}`,
      onlyBeWithImportant: text`needs "notifications": "important"`,
      notBeSameTime: text`must not start and end at the same time`,
      notHaveOthers: (keys: readonly string[]) =>
        text`has unknown keys: ${list(
          keys.map((key) => text`“${key}”`),
          'and',
        )}`,
    },
    amountNotPossible: (place: string, amount: string, coin: string) =>
      text`In ${place}: the amount ${amount} is too high or has too many decimal places for ${coin}. Nothing was changed. Correct the amount, then import the file again.`,

    title: text`Changes in this file`,
    summary: (added: number, removed: number) =>
      text`${alertCount(added)} to add, ${number(removed)} to remove.`,
    renewed: (alerts: number) =>
      text` ${count(alerts, { one: 'alert gets', other: 'alerts get' })} a new name, end time or template.`,
    present: (alerts: number) => text` ${count(alerts, { one: 'already exists', other: 'already exist' })}.`,
    leftOut: (what: string) => text`⚠️ Skipped: ${what}`,
    /** @param alert the alert to add, in one line */
    paused: (alert: string) => text`${alert} (paused)`,
    templates: (templates: number) =>
      text`📝 ${count(templates, { one: 'server or channel template', other: 'server and channel templates' })}`,
    settingsOf: (channel: string) => text`⚙️ settings for ${channel}`,
    more: (lines: number) => text`and ${number(lines)} more`,
    otherCoin: (there: string, here: string) =>
      text`Amounts in this file are in ${there}. They are imported as ${here}, without conversion.`,
    severalChannels: (name: string) =>
      text`“${name}”: this server has several channels with this name. Rename all but one, or use the channel ID in the file.`,
    noSuchChannel: (name: string) => text`This server has no channel named “${name}”.`,
    /** @param channels a list of them, here and below */
    noSuchRole: (role: string, channels: string) =>
      text`${channels}: this server has no “${role}” role to ping.`,
    botMayNotPing: (role: string, channels: string) => text`${channels}: I can’t ping the “${role}” role.`,
    memberMayNotPing: (role: string, channels: string) =>
      text`${channels}: you can’t ping the “${role}” role.`,

    chooseChannels: text`Some channels in the file don’t exist here. Choose where their alerts go, or skip them.`,
    /** @param name a channel in the file */
    chooseChannelFor: (name: string) => text`Channel for “${name}”`,
    nothingToDo: text`Nothing to import.`,
    confirm: text`Confirm`,
    cancel: text`Cancel`,
    notChanged: text`Nothing was changed.`,
    over: text`This import was completed or cancelled, or has expired. Run ${command('alerts import')} again.`,
    /** @param changes the ones below, joined by commas */
    done: (changes: string) => text`✅ Done: ${changes}.`,
    added: (alerts: number) => text`${alertCount(alerts)} added`,
    removed: (alerts: number) => text`${alertCount(alerts)} removed`,
    updated: (alerts: number) => text`${alertCount(alerts)} updated`,
    settingsTaken: (channels: number) =>
      text`settings for ${count(channels, { one: 'channel', other: 'channels' })} imported`,
    templatesTaken: (templates: number) =>
      text`${count(templates, { one: 'server or channel template', other: 'server and channel templates' })} imported`,
    templatesLeftOut: (templates: number) =>
      text` ${count(templates, { one: 'template', other: 'templates' })} skipped: this server has no room for more.`,
    closedMeanwhile: (channels: string) =>
      text` Nothing was added in ${channels}: you or I can no longer post there.`,
    mayNotPingMeanwhile: (alerts: number) =>
      text` ${count(alerts, {
        one: 'alert skipped: you or I can no longer ping its roles.',
        other: 'alerts skipped: you or I can no longer ping their roles.',
      })}`,
    seeList: text` See all alerts in ${command('alerts list')}.`,
  };
};
