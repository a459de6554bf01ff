import type { Segment } from '../segment.ts';
import type { Writer } from '../writer.ts';

type Part = Segment | readonly Segment[];

/** Wraps a string that is already formatted. */
const words = (text: string): Segment => ({ type: 'text', text });

/**
 * Names and prompts of filters, descriptions of rules, and errors about typed values. Each part of a description has
 * its meaning alone, because rules differ in the parts that they have.
 */
export const filterMessages = ({ text, segments, number, percent, count, listOf, command }: Writer) => ({
  /** @param parts each also said alone, in the same order for all rules */
  rule: (parts: readonly Part[]) =>
    parts.flatMap((part, at) => (at === 0 ? segments`${part}` : segments` · ${part}`)),
  /**
   * @param roles mentions
   * @param when conditions of `pingWhen`; none for every alert
   */
  pings: (roles: readonly Part[], when: readonly Part[]) =>
    when.length === 0
      ? segments`pings ${listOf(roles, 'and')}`
      : segments`pings ${listOf(roles, 'and')} ${listOf(when, 'and')}`,
  pingsOf: (roles: number, when: readonly Part[]) => {
    const counted = words(count(roles, { one: 'role', other: 'roles' }));
    return when.length === 0 ? segments`pings ${counted}` : segments`pings ${counted} ${listOf(when, 'and')}`;
  },
  /** For a rule without roles. */
  pingsOnly: (when: readonly Part[]) => segments`pings only ${listOf(when, 'and')}`,
  once: segments`once`,
  /** @param end a moment */
  until: (end: Part) => segments`until ${end}`,
  unreadable: (typed: Part, option: Part, hint: string) =>
    segments`I can’t read “${typed}” in ${option}. ${words(hint)}`,
  outOfRange: (typed: Part, option: Part, hint: string) =>
    segments`“${typed}” is out of range for ${option}. ${words(hint)}`,
  tooManyEntries: (most: number) => text`must have at most ${number(most)} entries`,
  andMore: (count: number) => text`and ${number(count)} more.`,
  topicsOption: text`What to post: sales, auctions, listings below floor …`,
  topicsByDefault: text`sales`,
  /**
   * Description of an option for a new alert.
   * @param value default without the option
   */
  whenLeftOut: (option: string, value: string) => text`${option} (default: ${value})`,
  /** Description of an option for an alert that is being changed. */
  staysWhenLeftOut: (option: string) => text`${option} (unchanged if omitted)`,
  /** The modals in which filters are changed, and the buttons that open them. */
  modal: (position: number) => {
    if (position === 0) return { title: text`Edit filter`, button: text`Edit filter` };
    if (position === 1) return { title: text`Traits and wallets`, button: text`Traits & wallets` };
    if (position === 2) return { title: text`More filters`, button: text`More filters` };
    return { title: text`More options`, button: text`More options` };
  },
  excludeModal: { title: text`Exclusions`, button: text`Exclude` },
  list: (items: readonly Part[], last: 'and' | 'or') => listOf(items, last),
  more: (count: number) => segments`${words(number(count))} more`,

  collection: {
    option: text`Collections, separated by commas`,
    byDefault: text`all collections`,
    label: text`Collections`,
    about: text`Names, separated by commas. Leave empty for all collections`,
    inFile: text`must be "every", "whitelisted" or a list of up to 25 addresses`,
    every: segments`all collections`,
    whitelisted: segments`whitelisted collections`,
    everyChoice: text`All collections`,
    whitelistedChoice: text`All whitelisted collections`,
    pickSuggestion: segments`Enter a collection’s name as shown on the marketplace, or paste its address or link.`,
    didYouMean: (names: readonly Part[]) =>
      segments`Did you mean ${listOf(
        names.map((name) => segments`“${name}”`),
        'or',
      )}?`,
    unknown: (names: readonly Part[], option: Part, hint: Part) => {
      const quoted = listOf(
        names.map((name) => segments`“${name}”`),
        'or',
      );
      return segments`No collection ${quoted} found (in ${option}). ${hint}`;
    },
    tooMany: (option: Part, most: number) =>
      segments`${option} takes at most ${words(number(most))} collections. Add a second alert for the others.`,
  },

  price: {
    from: {
      option: text`Minimum price, for example 100 or 0.5`,
      label: text`Minimum price`,
      about: text`For example 100, 0.5 or 1.5k. Leave empty for no minimum`,
      inFile: text`must be an amount in quotation marks, for example "12.5"`,
    },
    to: {
      option: text`Maximum price, for example 1.5k`,
      label: text`Maximum price`,
      about: text`For example 2,000. Leave empty for no maximum`,
      inFile: text`must be an amount in quotation marks, for example "12.5"`,
    },
    orMore: (price: Part) => segments`${price} and up`,
    upTo: (price: Part) => segments`up to ${price}`,
    between: (from: Part, to: Part) => segments`${from} to ${to}`,
    exactly: (price: Part) => segments`exactly ${price}`,
    /** @param symbol empty if the coin has none */
    example: (symbol: string) =>
      symbol === ''
        ? text`Enter a price like 100, 0.5 or 1.5k.`
        : text`Enter a price like 100, 0.5 or 1.5k, in ${symbol}.`,
    tooExact: (decimals: number) =>
      decimals === 0 ? text`Use no decimal places.` : text`Use at most ${number(decimals)} decimal places.`,
    tooLarge: (example: string) => text`The price is too high. ${example}`,
    /** @param symbol empty if the coin has none */
    impossible: (symbol: string) =>
      symbol === ''
        ? text`is too high or has too many decimal places`
        : text`is too high or has too many decimal places for ${symbol}`,
    swapped: (from: Part, to: Part) =>
      segments`The minimum price (${from}) is above the maximum (${to}). Swap them.`,
    never: (topics: string, from: Part, to: Part) =>
      segments`Nothing can match: ${words(topics)} have no price. Clear ${from} and ${to}.`,
    some: (topics: string, from: Part, to: Part) =>
      segments`With ${from} or ${to} set, ${words(topics)} are not posted: they have no price.`,
  },

  belowFloor: {
    option: text`Minimum percent below the floor, for example 10%`,
    label: text`Percent below floor`,
    about: text`For example 10%. Leave empty for no minimum`,
    inFile: text`must be a whole number from 1 to 99`,
    words: (share: number) => segments`${words(percent(share, { digits: 0 }))} or more below floor`,
    hint: text`Enter a whole number from 1 to 99, like 10 for 10% below the floor.`,
    never: (compared: string, option: Part) =>
      segments`Nothing can match: only ${words(compared)} are compared with the floor. Choose one of them, or clear ${option}.`,
    some: (compared: string, option: Part, never: string) =>
      segments`With ${option} set, no ${words(never)} are posted: only ${words(compared)} are compared with the floor.`,
  },

  rank: {
    option: text`Maximum rarity rank, for example 500 (1 is the rarest)`,
    label: text`Maximum rank`,
    about: text`For example 500 (1 is the rarest). Leave empty for no maximum`,
    inFile: text`must be a whole number from 1 to ${number(1_000_000_000)}`,
    words: (rank: number) =>
      rank === 1 ? segments`rank 1 only` : segments`rank ${words(number(rank))} or better`,
    hint: text`Enter a rank like 500 (1 is the rarest).`,
    unranked: (option: Part) =>
      segments`Nothing can match: no chosen collection has rarity ranks. Clear ${option}.`,
    wholeCollections: (option: Part) =>
      segments`Collection offers have no rank. With ${option} set, only offers for single tokens are posted.`,
  },

  traits: {
    values: {
      label: text`Traits`,
      about: text`For example hat: beanie, eyes: laser. See /collection traits`,
      inFile: text`must be a list of up to 25 entries like {"type": "hat", "value": "beanie"}`,
    },
    mode: {
      label: text`Match any or all traits`,
      about: text`Enter “any” (one is enough) or “all”`,
      inFile: text`must be "any" or "all"`,
    },
    words: (traits: readonly Part[], mode: 'any' | 'all') => listOf(traits, mode === 'any' ? 'or' : 'and'),
    hint: text`Enter traits like hat: beanie, eyes: laser.`,
    tooMany: (option: Part, most: number) =>
      segments`${option} takes at most ${words(number(most))} traits. Add a second alert for the others.`,
    tooLong: (option: Part, most: number) =>
      segments`A trait in ${option} is longer than ${words(number(most))} characters. Remove it.`,
    unknown: (traits: readonly Part[], option: Part, hint: Part) => {
      const quoted = listOf(
        traits.map((trait) => segments`“${trait}”`),
        'or',
      );
      return segments`No trait ${quoted} found (in ${option}). ${hint}`;
    },
    needsCollection: (option: Part) =>
      segments`Choose a collection before using ${option}: each collection has its own traits.`,
    didYouMean: (traits: readonly Part[]) =>
      segments`Did you mean ${listOf(
        traits.map((trait) => segments`“${trait}”`),
        'or',
      )}?`,
    none: segments`None of the chosen collections has traits. Choose another collection, or leave the traits empty.`,
    writeLike: (traits: readonly Part[]) =>
      segments`Enter a trait like ${listOf(traits, 'or')}. See all traits with ${words(command('collection traits'))}.`,
    modeHint: (option: Part) => segments`${option} must be “any” (one is enough) or “all”.`,
    modeAlone: (mode: Part, traits: Part) => segments`To use ${mode}, enter at least one trait in ${traits}.`,
    wholeCollections: (option: Part) =>
      segments`Collection offers have no traits. With ${option} set, only offers for single tokens are posted.`,
    sameTypeTwice: (mode: Part) =>
      segments`Almost nothing can match: a token usually has one value per trait. Set ${mode} to “any”.`,
  },

  wallets: {
    only: {
      label: text`Only these wallets`,
      about: text`Addresses or names, separated by commas. Leave empty for all wallets`,
      inFile: text`must be a list of up to 25 addresses`,
    },
    not: {
      label: text`Excluded wallets`,
      about: text`Addresses or names, separated by commas`,
      inFile: text`must be a list of up to 25 addresses`,
    },
    included: (wallets: readonly Part[]) => segments`wallet ${listOf(wallets, 'or')}`,
    excluded: (wallets: readonly Part[]) => segments`excluding wallet ${listOf(wallets, 'or')}`,
    hint: text`Enter each wallet’s address (0x followed by 40 characters) or its name on the marketplace.`,
    tooMany: (option: Part, most: number, given: number) =>
      segments`${option} takes at most ${words(number(most))} wallets, not ${words(number(given))}. Remove some.`,
    nobody: (name: Part, option: Part) =>
      segments`No user “${name}” found (in ${option}). Paste the wallet’s address instead.`,
    inBoth: (only: Part, not: Part) =>
      segments`The same wallet is in ${only} and in ${not}. Remove it from one of them.`,
  },

  amount: {
    label: text`Minimum units`,
    about: text`For tokens with several units. Leave empty for no minimum`,
    inFile: text`must be a whole number in quotation marks, for example "5"`,
    words: (units: bigint) => segments`${words(count(units, { one: 'unit', other: 'units' }))} or more`,
    hint: text`Enter the minimum number of units, like 5.`,
    single: (option: Part) =>
      segments`Nothing can match: no chosen collection has tokens with several units. Clear ${option}.`,
  },

  exclude: {
    collections: {
      label: text`Excluded collections`,
      about: text`Names, separated by commas`,
      inFile: text`must be a list of up to 25 addresses`,
    },
    tokens: {
      label: text`Excluded tokens`,
      about: text`For example Lantern Foxes #12, Lantern Foxes #30`,
      inFile: text`must be a list of up to 10 tokens like "0x…-12", with the full address`,
      hint: text`Enter tokens like Lantern Foxes #12. A number alone works if the alert is for one collection.`,
    },
    traits: {
      label: text`Excluded traits`,
      about: text`For example hat: beanie, eyes: laser. Tokens with any of these traits are excluded`,
      inFile: text`must be a list of up to 10 entries like {"type": "hat", "value": "beanie"}`,
    },
    tooMany: (option: Part, most: number) =>
      segments`${option} takes at most ${words(number(most))} entries. Remove some.`,
    words: (items: readonly Part[]) => segments`excluding ${listOf(items, 'or')}`,
    inBoth: (only: Part, not: Part) =>
      segments`The same entry is in ${only} and in ${not}. Remove it from one of them.`,
  },

  pingWhen: {
    from: {
      label: text`Minimum price to ping`,
      about: text`For example 5. Leave empty for any price`,
      inFile: text`must be an amount in quotation marks, for example "12.5"`,
    },
    belowFloor: {
      label: text`Percent below floor to ping`,
      about: text`For example 10%. Leave empty for any price`,
      inFile: text`must be a whole number from 1 to 99`,
    },
    rank: {
      label: text`Maximum rank to ping`,
      about: text`For example 500 (1 is the rarest). Leave empty for any rank`,
      inFile: text`must be a whole number from 1 to ${number(1_000_000_000)}`,
    },
    fromPrice: (price: Part) => segments`at ${price} or more`,
    ifBelowFloor: (share: number) => segments`at ${words(percent(share, { digits: 0 }))} or more below floor`,
    ifRanked: (rank: number) =>
      rank === 1 ? segments`for rank 1` : segments`for rank ${words(number(rank))} or better`,
    unpriced: (topics: string, option: Part) =>
      segments`This alert never pings: ${words(topics)} have no price. Clear ${option}.`,
    notCompared: (topics: string, option: Part) =>
      segments`This alert never pings: ${words(topics)} are not compared with the floor. Clear ${option}.`,
  },

  tokens: { words: (numbers: readonly Part[]) => segments`token ${listOf(numbers, 'or')}` },

  owners: { words: (wallets: readonly Part[]) => segments`tokens owned by ${listOf(wallets, 'or')}` },

  auction: { words: segments`one auction` },

  walletRole: {
    words: (role: 'seller' | 'buyer' | 'bidder' | 'leader' | 'outbid') => {
      if (role === 'seller') return segments`as seller`;
      if (role === 'buyer') return segments`as buyer`;
      if (role === 'bidder') return segments`as bidder`;
      return role === 'leader' ? segments`as highest bidder` : segments`when outbid`;
    },
  },
});
