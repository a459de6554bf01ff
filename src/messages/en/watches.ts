import type { Writer } from '../writer.ts';

/**
 * `/watch`: private alerts. `watch` is the number of a watch with its `#`, `rule` its description, `subject` the
 * watched item, and times are Discord timestamps.
 */
export const watchMessages = ({ text, number, count, command }: Writer) => ({
  description: text`Tells you alone what you ask for`,
  addDescription: text`Watches something for you`,
  addWhen: text`When you want to be told`,
  addWhat: text`The token, collection, wallet or auction; without it your own wallets`,
  addPrice: text`The price, for prices and floors, such as 100`,
  addRank: text`The worst rank, such as 500`,
  addMinutes: text`Minutes before the end of an auction`,
  listDescription: text`Shows what you watch`,
  pauseDescription: text`Holds a watch of yours`,
  resumeDescription: text`Goes on with a watch of yours`,
  removeDescription: text`Ends a watch of yours`,
  watchOption: text`The watch, or “all”`,
  quietDescription: text`Sets your quiet hours and your hourly limit`,
  quietFrom: text`Begin, such as 22:00; “-” for no quiet hours`,
  quietTo: text`End, such as 08:00`,
  quietLimit: text`Messages an hour; the rest follows as a summary`,
  quietTimeZone: text`Your time zone, such as Europe/Berlin`,
  meDescription: text`Says which wallets are yours`,
  meAdd: text`An address or a user name that is yours`,
  meRemove: text`One of your wallets that is to go`,
  forgetDescription: text`Erases everything that I keep of you`,
  exportDescription: text`Gives you everything that I keep of you`,

  /** What the conditions guarantee, for `/help`. */
  promises: [
    text`**What you are told of an auction.** *A new bid*: the highest bid each time I read the marketplace; a bid that was overtaken in between is not told. *Is outbid*: when your wallet does not lead any more, but not when another wallet of yours leads. *Wins an auction*: once nothing can change the result, up to five minutes after the end. *Sells* and *Sold*: sales and ends of auctions; a sale that settles an auction is not told a second time.`,
    text`What I see at once is one message: of a bid and an end, the end, which also says that you were outbid. An auction that begins and ends between two readings is told as an end only.`,
    text`**Your wallets** are those of ${command('watch me')}, and those that one watch names.`,
  ],

  /** By subject and condition; at most 80 characters, the limit for a button. */
  conditions: {
    token: { listed: text`Listed`, sold: text`Sold`, auctioned: text`Auctioned`, burned: text`Burned` },
    collection: {
      floor_falls: text`Floor falls to`,
      floor_rises: text`Floor rises to`,
      listed_below: text`Listed up to a price`,
      listed_rank: text`Listed from a rank`,
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
      outbid: text`I am outbid`,
      ending: text`Ends soon`,
      ended: text`Has ended`,
    },
  },
  listedUpTo: text`Listed up to a price`,
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
    text`**When do you want to be told of ${subject}?** I tell you alone, by direct message.`,
  chooseWhich: text`What do you want to watch?`,
  nothingToWatch: text`I do not see a token, a collection, an auction or a wallet in that message.`,
  modalTitle: text`What you want to be told`,
  price: { label: text`Price`, about: text`Such as 100 or 1.5k` },
  rank: { label: text`Rank`, about: text`The worst rank, such as 500` },
  minutes: { label: text`Minutes before the end`, about: text`60, 30, 10 or 5` },
  writeRank: (most: number) => text`Write a whole number from 1 to ${number(most)}, such as 500.`,
  writeMinutes: text`Write 60, 30, 10 or 5.`,
  /** Names of options. */
  needs: (option: string) => text`Say with **${option}** what it is to be.`,
  needsWhat: text`Say with **what** what you want to watch.`,
  needsWallets: text`I do not know which wallets are yours. Say so with ${command('watch me')}, or name a wallet.`,
  added: (watch: string, rule: string) =>
    text`👁 You watch ${rule} (${watch}). I tell you by direct message, and nobody else sees it.`,
  alreadyThere: (watch: string, rule: string) => text`You watch ${rule} already (${watch}).`,
  tooMany: (maximum: number) =>
    text`You have ${number(maximum)} watches, and no more fit. Remove some with ${command('watch remove')}.`,

  title: text`What you watch`,
  none: text`You watch nothing yet. Begin with ${command('watch add')}, or press **Watch** under what I show.`,
  open: text`Open a watch`,
  entry: (watch: string, rule: string) => text`**${watch}** ${rule}`,
  pausedEntry: (watch: string, rule: string) => text`**${watch}** ${rule} · ⏸ paused`,
  oneTitle: (watch: string) => text`Watch ${watch}`,
  isPaused: text`⏸ paused`,
  isActive: text`▶ active`,
  lastMatch: (when: string) => text`last match ${when}`,
  pause: text`Pause`,
  resume: text`Resume`,
  remove: text`Remove`,
  all: text`All watches`,
  choice: (watch: string, rule: string) => text`${watch} ${rule}`,
  choiceOfAll: (watches: number) => text`All ${count(watches, { one: 'watch', other: 'watches' })}`,
  noSuchWatch: text`You have no such watch. Pick one of the suggestions, or see ${command('watch list')}.`,
  paused: (watches: number) =>
    text`⏸ ${count(watches, { one: 'watch', other: 'watches' })} paused. Go on with ${command('watch resume')}.`,
  resumed: (watches: number) => text`▶ ${count(watches, { one: 'watch goes', other: 'watches go' })} on.`,
  removed: (watches: number) => text`🗑 ${count(watches, { one: 'watch', other: 'watches' })} removed.`,

  quietHours: (from: string, to: string, timeZone: string) =>
    text`🌙 I leave you alone from ${from} to ${to} (${timeZone}); what happens then comes as one summary.`,
  sameQuietHours: text`**from** and **to** are the same time. To be left alone for good, use ${command('watch pause')}.`,
  /** @param most limit beyond which urgent messages are summarized too */
  limit: (limit: number, most: number) =>
    text`✉ At most ${number(limit)} messages an hour; the rest follows as one summary. Outbid, ends soon and won still come at once, up to ${number(most)}.`,
  /** Above the last message before the limit. @param when a Discord timestamp */
  limitReached: (limit: number, when: string) =>
    text`-# ${number(limit)} this hour; the rest follows as a summary at ${when}.`,
  limitReachedNow: (limit: number, when: string, waiting: number) =>
    text`⏳ ${number(limit)} messages this hour. ${count(waiting, { one: 'alert waits', other: 'alerts wait' })} for the summary at ${when}.`,
  narrow: text`Narrow this watch`,
  narrowThis: (watch: string, rule: string) =>
    text`**Watch ${watch}** tells you of ${rule}. Choose something narrower, then remove this one; or change the messages an hour with ${command('watch quiet')}.`,
  noQuietHours: (timeZone: string) => text`You have no quiet hours. Your time zone: ${timeZone}.`,

  noWallets: text`I do not know any wallet of yours. Add one with ${command('watch me')}.`,
  wallets: (wallets: string) =>
    text`Yours: ${wallets}. Nothing is proven by that; it only says what I tell you of.`,
  tooManyWallets: (maximum: number) => text`At most ${number(maximum)} wallets can be yours here.`,
  notYours: text`That is none of the wallets that you named. Pick one of the suggestions.`,
  /** @param watches number of watches that now cover the remaining wallets */
  watchesFollow: (watches: number) =>
    text`${count(watches, { one: 'watch', other: 'watches' })} of your wallets changed with it.`,
  watchesEnd: (watches: number) =>
    text`${count(watches, { one: 'watch', other: 'watches' })} of your wallets ended with it.`,

  forgetTitle: text`**Erase everything that I keep of you?**`,
  forgetWhat: (watches: number) =>
    text`${count(watches, { one: 'watch', other: 'watches' })}, your wallets, your quiet hours, and what waits to be sent to you. It cannot be undone. My messages to you stay where they are.`,
  forgetExport: text`${command('watch export')} hands it to you before.`,
  yesForget: text`Yes, erase it`,
  noKeep: text`No, keep it`,
  forgotten: text`🗑 Erased. I keep nothing of you any more.`,
  notForgotten: text`Nothing was erased.`,
  exported: text`This is everything that I keep of you.`,

  /** @param since a Discord timestamp */
  refused: (since: string, watches: number) =>
    text`⚠ Since ${since} Discord has refused my direct messages to you; ${count(watches, { one: 'watch waits', other: 'watches wait' })}. Allow direct messages from a server that we share, or install me to your account, then press **Try again**.`,
  tryAgain: text`Try again`,
  triedAgain: text`▶ I try again to write to you, from what waits on.`,
  nothingToTry: text`You watch nothing, so there is nothing to send.`,
});
