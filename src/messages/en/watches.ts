import type { Writer } from '../writer.ts';

/**
 * `/watch`: private alerts. `watch` is the number of a watch with its `#`, `rule` its description, `subject` the
 * watched item, and times are Discord timestamps.
 */
export const watchMessages = ({ text, number, count, command }: Writer) => ({
  description: text`Manage your private alerts`,
  addDescription: text`Add a watch`,
  addWhen: text`When to notify you`,
  addWhat: text`Token, collection, wallet or auction (default: your wallets)`,
  addPrice: text`Listing price or floor, for example 100`,
  addRank: text`Maximum rarity rank, for example 500`,
  addMinutes: text`Minutes before an auction ends`,
  listDescription: text`List your watches`,
  pauseDescription: text`Pause a watch`,
  resumeDescription: text`Resume a watch`,
  removeDescription: text`Remove a watch`,
  watchOption: text`Choose a watch, or “all”`,
  quietDescription: text`Set your quiet hours and hourly limit`,
  quietFrom: text`Start time, for example 22:00. Enter “-” for no quiet hours`,
  quietTo: text`End time, for example 08:00`,
  quietLimit: text`Maximum messages per hour. Any more arrive in a summary`,
  quietTimeZone: text`Your time zone, for example Europe/Berlin`,
  meDescription: text`Manage your wallets`,
  meAdd: text`Wallet address or user name to add`,
  meRemove: text`Wallet to remove`,
  forgetDescription: text`Delete all your data`,
  exportDescription: text`Export all your data`,

  /** What the conditions guarantee, for `/help`. */
  promises: [
    text`**Auctions.** *A new bid* reports the highest bid at each check of the marketplace. A bid that is outbid before the next check is skipped. *Is outbid* is sent when your wallet no longer leads, unless another of your wallets does. *Wins an auction* is sent once the result is final, up to five minutes after the end. *Sells* and *Sold* cover sales and ended auctions. A sale that settles an auction is not sent again.`,
    text`If a check finds both a bid and the end of its auction, you get one message about the end. It also says whether you were outbid. If an auction starts and ends between two checks, you only get a message about the end.`,
    text`**Your wallets** are those in ${command('watch me')} and in the watch itself.`,
  ],

  /** By subject and condition; at most 80 characters, the limit for a button. */
  conditions: {
    token: { listed: text`Listed`, sold: text`Sold`, auctioned: text`Auctioned`, burned: text`Burned` },
    collection: {
      floor_falls: text`Floor falls to a price`,
      floor_rises: text`Floor rises to a price`,
      listed_below: text`Listed at or below a price`,
      listed_rank: text`Listed within a rank limit`,
    },
    wallet: {
      bought: text`Buys`,
      sold: text`Sells`,
      outbid: text`Is outbid`,
      won: text`Wins an auction`,
      bid_received: text`Receives a bid`,
      offer_received: text`Receives an offer`,
    },
    auction: {
      bid: text`A new bid`,
      outbid: text`I’m outbid`,
      ending: text`Ends soon`,
      ended: text`Has ended`,
    },
  },
  listedUpTo: text`Listed at or below a price`,
  kinds: {
    token: text`Token`,
    collection: text`Collection`,
    wallet: text`Wallet`,
    auction: text`Auction`,
  },
  conditionOf: (kind: string, condition: string) => text`${kind}: ${condition}`,
  auctionOf: (token: string) => text`the auction of ${token}`,
  yourWallets: text`your wallets`,

  button: text`Watch`,
  /** Command in a message's menu; at most 32 characters. */
  messageCommand: text`Watch this`,
  choose: (subject: string) =>
    text`**When should I notify you about ${subject}?** I’ll DM you. Only you see it.`,
  chooseWhich: text`What do you want to watch?`,
  nothingToWatch: text`No token, collection, auction or wallet found in that message.`,
  modalTitle: text`Watch details`,
  price: { label: text`Price`, about: text`For example 100 or 1.5k` },
  rank: { label: text`Maximum rank`, about: text`For example 500` },
  minutes: { label: text`Minutes before the end`, about: text`Enter 60, 30, 10 or 5` },
  writeRank: (most: number) => text`Enter a whole number from 1 to ${number(most)}.`,
  writeMinutes: text`Enter 60, 30, 10 or 5.`,
  /** Names of options. */
  needs: (option: string) => text`Enter a value in **${option}**.`,
  needsWhat: text`Choose what to watch in **what**.`,
  needsWallets: text`You haven’t added a wallet yet. Add one with ${command('watch me')}, or enter a wallet.`,
  added: (watch: string, rule: string) =>
    text`👁 Watch ${watch} added: ${rule}\nI’ll DM you. Only you see it.`,
  alreadyThere: (watch: string, rule: string) => text`You already have this watch (${watch}): ${rule}`,
  tooMany: (maximum: number) =>
    text`You have ${number(maximum)} watches, the maximum. Remove some with ${command('watch remove')}.`,

  title: text`Your watches`,
  none: text`No watches yet. Add one with ${command('watch add')}, or press **Watch** below a result.`,
  open: text`Open a watch`,
  entry: (watch: string, rule: string) => text`**${watch}** ${rule}`,
  pausedEntry: (watch: string, rule: string) => text`**${watch}** ${rule} · ⏸ paused`,
  oneTitle: (watch: string) => text`Watch ${watch}`,
  isPaused: text`⏸ paused`,
  isTold: text`⏸ paused after one notification`,
  tellOnce: text`Notify me once`,
  tellAlways: text`Notify me every time`,
  isActive: text`▶ active`,
  lastMatch: (when: string) => text`last match ${when}`,
  pause: text`Pause`,
  resume: text`Resume`,
  remove: text`Remove`,
  all: text`All watches`,
  choice: (watch: string, rule: string) => text`${watch} ${rule}`,
  choiceOfAll: (watches: number) => text`All watches (${number(watches)})`,
  noSuchWatch: text`You have no such watch. Pick a suggestion, or see ${command('watch list')}.`,
  paused: (watches: number) =>
    text`⏸ ${count(watches, { one: 'watch', other: 'watches' })} paused. Resume with ${command('watch resume')}.`,
  resumed: (watches: number) => text`▶ ${count(watches, { one: 'watch', other: 'watches' })} resumed.`,
  removed: (watches: number) => text`🗑 ${count(watches, { one: 'watch', other: 'watches' })} removed.`,

  quietHours: (from: string, to: string, timeZone: string) =>
    text`🌙 Quiet hours: ${from} to ${to} (${timeZone}). One summary follows.`,
  sameQuietHours: text`**from** and **to** are the same time. To stop all messages, use ${command('watch pause')}.`,
  /** @param most limit beyond which urgent messages are summarized too */
  limit: (limit: number, most: number) =>
    text`✉ At most ${number(limit)} messages per hour. Any more arrive in one summary. Urgent messages (outbid, ends soon, won) are still sent immediately, up to ${number(most)} per hour.`,
  /** Above the last message before the limit. @param when a Discord timestamp */
  limitReached: (limit: number, when: string) =>
    text`-# ${count(limit, { one: 'message', other: 'messages' })} this hour. Any more will arrive in a summary at ${when}.`,
  limitReachedNow: (limit: number, when: string, waiting: number) =>
    text`⏳ ${count(limit, { one: 'message', other: 'messages' })} this hour. ${count(waiting, { one: 'alert is', other: 'alerts are' })} waiting for the summary at ${when}.`,
  /** First line of a direct message. */
  reason: (rule: string) => text`🔔 You’re watching: ${rule}`,
  /** One of several reasons for a message. */
  reasonOf: (watch: string, rule: string) => text`🔔 You’re watching: ${rule} (${watch})`,
  moreReasons: (watches: number) => text`-# and ${number(watches)} more of your watches`,
  stop: text`Stop this watch`,
  stopOne: (watch: string) => text`Stop watch ${watch}`,
  stopped: (watch: string, rule: string) =>
    text`⏸ Watch ${watch} stopped: ${rule}. I won’t DM you about it until you resume it.`,
  alreadyGone: text`You have already removed this watch. There is nothing to stop.`,
  narrow: text`Narrow this watch`,
  narrowThis: (watch: string, rule: string) =>
    text`**Watch ${watch}**: ${rule}\nAdd a narrower watch and remove this one, or change your hourly limit with ${command('watch quiet')}.`,
  noQuietHours: (timeZone: string) => text`Quiet hours: none. Your time zone: ${timeZone}.`,

  noWallets: text`No wallets yet. Add one with ${command('watch me')}.`,
  wallets: (wallets: string) =>
    text`Your wallets: ${wallets}. This does not verify ownership. It only filters your notifications.`,
  tooManyWallets: (maximum: number) => text`You can add at most ${number(maximum)} wallets.`,
  notYours: text`That is not one of your wallets. Pick a suggestion.`,
  /** @param watches number of watches that now cover the remaining wallets */
  watchesFollow: (watches: number) =>
    text`${count(watches, { one: 'watch for your wallets was', other: 'watches for your wallets were' })} also updated.`,
  watchesEnd: (watches: number) =>
    text`${count(watches, { one: 'watch for your wallets was', other: 'watches for your wallets were' })} also removed.`,

  forgetTitle: text`**Delete all your data?**`,
  forgetWhat: (watches: number) =>
    text`This deletes your ${count(watches, { one: 'watch', other: 'watches' })}, your wallets, your quiet hours, and alerts waiting to be sent. This can’t be undone. Messages I’ve already sent you are not deleted.`,
  forgetExport: text`To keep a copy, export your data first with ${command('watch export')}.`,
  yesForget: text`Yes, delete it`,
  noKeep: text`No, keep it`,
  forgotten: text`🗑 All your data was deleted.`,
  notForgotten: text`Nothing was deleted.`,
  exported: text`This is all your data.`,

  /** @param since a Discord timestamp */
  refused: (since: string, watches: number) =>
    text`⚠ I haven’t been able to DM you since ${since}. ${count(watches, { one: 'watch is', other: 'watches are' })} on hold. Allow direct messages from a server that we share, or install me to your account, then press **Try again**.`,
  tryAgain: text`Try again`,
  triedAgain: text`▶ Trying to DM you again, starting with the alerts on hold.`,
  nothingToTry: text`You have no watches, so there is nothing to send.`,
});
