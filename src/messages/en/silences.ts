import type { Writer } from '../writer.ts';

/** `/silence`. Ends are timestamps of Discord; channels and members are mentions. */
export const silenceMessages = ({ text, count, command }: Writer) => ({
  description: text`Silence alerts for a while`,
  addDescription: text`Silence the server, a channel, alert, collection, token or wallet`,
  listDescription: text`List silences, or end them`,

  durationOption: text`Duration or end time, for example 4 hours, 8:00 tomorrow, or 2026-12-24 18:00`,
  channelOption: text`Only in this channel`,
  alertOption: text`Only this alert`,
  collectionOption: text`Only alerts for this collection`,
  tokenOption: text`Only alerts for this token, for example Lantern Foxes #12`,
  walletOption: text`Only alerts for this wallet`,

  summaryOption: text`Post a summary at the end (only if you silence a whole channel)`,

  /** Choices of the duration. @param end local date and time */
  forHours: (hours: number) => text`${count(hours, { one: 'hour', other: 'hours' })}`,
  untilMorning: text`Until 8:00 tomorrow`,
  untilTime: (end: string) => text`Until ${end}`,

  everything: text`Everything`,
  rule: (alert: string) => text`Alert ${alert}`,
  inChannel: (name: string, channel: string) => text`${name} in ${channel}`,
  active: (name: string, end: string) => text`**${name}** until ${end}`,
  over: (name: string, end: string) => text`**${name}**, ended ${end}`,
  leftOut: (alerts: number) => text`${count(alerts, { one: 'alert', other: 'alerts' })} skipped`,
  summaryAtEnd: text`summary at the end`,
  summedUp: text`summarised`,
  by: (member: string) => text`by ${member}`,

  added: (name: string, end: string) =>
    text`🔕 Silenced until ${end}: **${name}**. Messages that are already queued are still posted.`,
  willBeSummarised: text`I’ll post a summary soon after it ends.`,
  endEarlier: text`End it earlier with ${command('silence list')}.`,
  title: text`Silences`,
  none: text`No silences. Add one with ${command('silence add')}.`,
  /** Above the screens of alerts. @param alerts that the active silences have left out */
  nowActive: (silences: number, alerts: number) =>
    text`🔕 ${count(silences, { one: 'silence is', other: 'silences are' })} active. So far, ${count(alerts, { one: 'alert has', other: 'alerts have' })} been skipped. See ${command('silence list')}.`,
  footer: (active: number) => text`${count(active, { one: 'active silence', other: 'active silences' })}`,
  end: (number: string) => text`End silence ${number}`,
  next: text`Next ▶`,
  previous: text`◀ Previous`,
  ended: (name: string, alerts: number) =>
    text`🔔 No longer silenced: **${name}**. ${count(alerts, { one: 'alert was', other: 'alerts were' })} skipped.`,
  alreadyOver: text`This silence has already ended.`,

  messageCommand: text`Silence this`,
  /** Under the details of an alert. */
  button: text`Silence…`,
  /** @param collections a list of their names */
  askHere: (collections: string, channel: string) =>
    text`How long should I silence alerts for ${collections} in ${channel}?`,
  choose: text`Choose a duration`,
  chooseOther: text`Or silence only a token or wallet`,
  /** Roles of wallets in an alert, and how another wallet is called. */
  roles: { buyer: text`Buyer`, seller: text`Seller`, bidder: text`Bidder` },
  wallet: text`Wallet`,
  walletOf: (role: string, wallet: string) => text`${role} ${wallet}`,
  choiceOf: (collection: string, time: string) => text`${collection}: ${time}`,
  nothingHere: text`I found no collection in that message. Use ${command('silence add')} instead.`,

  ofWatches: text`Silence your watches for a while, or show your silences`,
  watchDuration: text`Duration or end time, for example 4 hours. Leave empty to show your silences`,
  watchOption: text`Only this watch, by its number`,
  watchRule: (watch: string) => text`Watch ${watch}`,
  everyWatch: text`All your watches`,
  noneOfWatches: text`You have no silences. Add one with **duration**.`,
  watchesEndEarlier: text`End it earlier with ${command('watch silence')}.`,
  needsDuration: text`In **duration**, enter how long the silence should last.`,

  unreadable: (typed: string) =>
    text`I can’t read “${typed}”. Enter a duration or end time like **4 hours**, **8:00 tomorrow**, **20:30** or **2026-12-24 18:00**.`,
  outOfRange: text`A silence must last between one minute and one year.`,
  oneThing: text`Choose only one of **alert**, **collection**, **token** and **wallet**. You may combine a collection with a token number.`,
  summaryOfChannel: text`A summary is only possible if you silence a whole channel. Choose only a **channel**, or leave **summary** empty.`,
  otherChannel: (alert: string, channel: string) =>
    text`Alert ${alert} is posted in ${channel}. Leave **channel** empty.`,
  full: (silences: number) =>
    text`The limit of ${count(silences, { one: 'silence', other: 'silences' })} has been reached. End one with ${command('silence list')}.`,
});
