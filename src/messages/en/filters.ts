import type { Segment } from '../segment.ts';
import type { Writer } from '../writer.ts';

type Part = Segment | readonly Segment[];

/** Wraps a string that is already formatted. */
const words = (text: string): Segment => ({ type: 'text', text });

/** Names and prompts of filters, descriptions of rules, and errors about typed values. */
export const filterMessages = ({
  text,
  segments,
  number,
  percent,
  count,
  plural,
  listOf,
  command,
}: Writer) => ({
  /** @param joined written without a comma, @param others each after a comma */
  rule: (topics: Part, joined: readonly Part[], others: readonly Part[]) => [
    ...segments`${topics}`,
    ...joined.flatMap((part) => segments` ${part}`),
    ...others.flatMap((part) => segments`, ${part}`),
  ],
  /** @param roles mentions */
  pings: (roles: readonly Part[]) => segments`pinging ${listOf(roles, 'and')}`,
  pingsOf: (roles: number) => segments`pinging ${words(count(roles, { one: 'role', other: 'roles' }))}`,
  unreadable: (typed: Part, option: Part, hint: string) =>
    segments`I cannot read “${typed}” in ${option}. ${words(hint)}`,
  outOfRange: (typed: Part, option: Part, hint: string) =>
    segments`“${typed}” is out of range for ${option}. ${words(hint)}`,
  tooManyEntries: (most: number) => text`must have at most ${number(most)} entries`,
  andMore: (count: number) => text`and ${number(count)} more.`,
  topicsOption: text`What to announce: sales, auctions, listings below floor …`,
  topicsByDefault: text`sales`,
  /**
   * Description of an option for a new alert.
   * @param value default without the option
   */
  whenLeftOut: (option: string, value: string) => text`${option}; ${value} when left out`,
  /** Description of an option for an alert that is being changed. */
  staysWhenLeftOut: (option: string) => text`${option}; stays as it is when left out`,
  /** The modals in which filters are changed, and the buttons that open them. */
  modal: (position: number) => {
    if (position === 0) return { title: text`Change filter`, button: text`Change filter` };
    if (position === 1) return { title: text`Traits and wallets`, button: text`Traits & wallets` };
    if (position === 2) return { title: text`More filters`, button: text`More filters` };
    return { title: text`Further options`, button: text`Further options` };
  },
  list: (items: readonly Part[], last: 'and' | 'or') => listOf(items, last),
  more: (count: number) => segments`${words(number(count))} more`,

  collection: {
    option: text`One or several, separated by commas`,
    byDefault: text`every collection`,
    label: text`Collections`,
    about: text`Names separated by commas; empty for every collection`,
    inFile: text`must be "every", "whitelisted" or a list of up to 25 addresses`,
    of: (names: Part) => segments`of ${names}`,
    in: (names: Part) => segments`in ${names}`,
    every: segments`every collection`,
    whitelisted: segments`all whitelisted collections`,
    everyChoice: text`Every collection`,
    whitelistedChoice: text`All whitelisted collections`,
    pickSuggestion: segments`Write its name as the marketplace does, or paste its address or link.`,
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
      return segments`I know no collection ${quoted} (in ${option}). ${hint}`;
    },
    tooMany: (option: Part, most: number) =>
      segments`${option} takes at most ${words(number(most))} collections. Set up a second alert for the others.`,
  },

  price: {
    from: {
      option: text`Lowest price, such as 100 or 0.5`,
      label: text`Price from`,
      about: text`Such as 100, 0.5 or 1.5k; empty for any`,
      inFile: text`must be an amount in coins as a text, such as "12.5"`,
    },
    to: {
      option: text`Highest price, such as 1.5k`,
      label: text`Price to`,
      about: text`Such as 2,000; empty for any`,
      inFile: text`must be an amount in coins as a text, such as "12.5"`,
    },
    orMore: (price: Part) => segments`from ${price}`,
    upTo: (price: Part) => segments`up to ${price}`,
    between: (from: Part, to: Part) => segments`between ${from} and ${to}`,
    exactly: (price: Part) => segments`for exactly ${price}`,
    /** @param symbol empty if the coin has none */
    example: (symbol: string) =>
      symbol === ''
        ? text`Write a price like 100, 0.5 or 1.5k.`
        : text`Write a price like 100, 0.5 or 1.5k, in ${symbol}.`,
    tooExact: (decimals: number) =>
      decimals === 0
        ? text`Write it with no decimal places.`
        : text`Write it with at most ${number(decimals)} decimal places.`,
    tooLarge: (example: string) => text`That is more than there can be. ${example}`,
    impossible: (symbol: string) => text`is more exact or larger than ${symbol} can be`,
    swapped: (from: Part, to: Part) =>
      segments`The lowest price (${from}) is above the highest (${to}). Swap them.`,
    never: (topics: string, from: Part, to: Part) =>
      segments`Nothing can ever fit: ${words(topics)} have no price. Clear ${from} and ${to}.`,
    some: (topics: string, from: Part, to: Part) =>
      segments`With ${from} or ${to} there will be no ${words(topics)}: they have no price.`,
  },

  belowFloor: {
    option: text`Percent below the floor, at least; for example 10`,
    label: text`Below floor`,
    about: text`At least so many percent below the floor; empty for any`,
    inFile: text`must be a whole number from 1 to 99`,
    words: (share: number) => segments`at least ${words(percent(share, { digits: 0 }))} below the floor`,
    hint: text`Write a whole number from 1 to 99, like 10 for 10% below the floor.`,
    never: (compared: string, option: Part) =>
      segments`Nothing can ever fit: only ${words(compared)} are compared with the floor. Choose one of them, or clear ${option}.`,
    some: (compared: string, option: Part, never: string) =>
      segments`Only ${words(compared)} are compared with the floor, so with ${option} there will be no ${words(never)}.`,
  },

  rank: {
    option: text`Rarity rank or better, such as 500; 1 is the rarest`,
    label: text`Rarity rank at most`,
    about: text`Such as 500; 1 is the rarest; empty for any`,
    inFile: text`must be a whole number from 1 to 1000000000`,
    words: (rank: number) =>
      rank === 1 ? segments`rank 1 only` : segments`rank ${words(number(rank))} or better`,
    hint: text`Write a rank like 500; 1 is the rarest.`,
    unranked: (option: Part) =>
      segments`Nothing can ever fit: the marketplace ranks no token of what you chose. Clear ${option}.`,
    wholeCollections: (option: Part) =>
      segments`Offers for a whole collection have no rank, so with ${option} only offers for single tokens are posted.`,
  },

  traits: {
    values: {
      label: text`Traits`,
      about: text`Such as hat: beanie, eyes: laser; /collection traits shows them; empty for any`,
      inFile: text`must be a list of up to 25 entries such as {"type": "hat", "value": "beanie"}`,
    },
    mode: {
      label: text`Any or all of them`,
      about: text`Write any where one trait is enough, else all`,
      inFile: text`must be "any" or "all"`,
    },
    words: (traits: readonly Part[], mode: 'any' | 'all') =>
      segments`with ${listOf(traits, mode === 'any' ? 'or' : 'and')}`,
    hint: text`Write traits like hat: beanie, eyes: laser.`,
    tooMany: (option: Part, most: number) =>
      segments`${option} takes at most ${words(number(most))} traits. Set up a second alert for the others.`,
    tooLong: (option: Part, most: number) =>
      segments`One of the traits in ${option} is longer than ${words(number(most))} characters. Leave it out.`,
    unknown: (traits: readonly Part[], option: Part, hint: Part) => {
      const quoted = listOf(
        traits.map((trait) => segments`“${trait}”`),
        'or',
      );
      return segments`There is no trait ${quoted} (in ${option}). ${hint}`;
    },
    needsCollection: (option: Part) =>
      segments`Choose at least one collection first: ${option} differ from collection to collection.`,
    didYouMean: (traits: readonly Part[]) =>
      segments`Did you mean ${listOf(
        traits.map((trait) => segments`“${trait}”`),
        'or',
      )}?`,
    none: segments`What you chose has none at all: choose another collection, or leave this empty.`,
    writeLike: (traits: readonly Part[]) =>
      segments`Write it like ${listOf(traits, 'or')}. ${words(command('collection traits'))} shows which there are.`,
    modeHint: (option: Part) => segments`${option} is either “any” (one is enough) or “all”.`,
    modeAlone: (mode: Part, traits: Part) =>
      segments`${mode} needs ${traits} beside it: say which traits a token must have.`,
    wholeCollections: (option: Part) =>
      segments`Offers for a whole collection have no traits, so with ${option} only offers for single tokens are posted.`,
    sameTypeTwice: (mode: Part) =>
      segments`Hardly anything can fit: a token usually has one value of each trait. Set ${mode} to “any”.`,
  },

  wallets: {
    only: {
      label: text`Only these wallets`,
      about: text`Addresses or names, separated by commas; empty for everybody`,
      inFile: text`must be a list of up to 25 addresses`,
    },
    not: {
      label: text`Not these wallets`,
      about: text`Addresses or names, separated by commas`,
      inFile: text`must be a list of up to 25 addresses`,
    },
    involving: (wallets: readonly Part[]) => segments`involving ${listOf(wallets, 'or')}`,
    both: (only: Part, not: Part) => segments`${only}, ${not}`,
    notInvolving: (wallets: readonly Part[]) => segments`not involving ${listOf(wallets, 'or')}`,
    hint: text`Write wallets by their address (0x and 40 more characters) or by their name on the marketplace.`,
    tooMany: (option: Part, most: number, given: number) =>
      segments`${option} takes at most ${words(number(most))} wallets. Leave some of the ${words(number(given))} out.`,
    nobody: (name: Part, option: Part) =>
      segments`The marketplace knows nobody called “${name}” (in ${option}). Paste the wallet’s address instead.`,
    inBoth: (only: Part, not: Part) =>
      segments`The same wallet stands in ${only} and in ${not}. Leave it out of one.`,
  },

  amount: {
    label: text`Units at least`,
    about: text`For tokens that exist more than once; empty for any`,
    inFile: text`must be a whole number as a text, such as "5"`,
    words: (units: bigint) =>
      segments`at least ${words(number(units))} ${words(plural(units, { one: 'unit', other: 'units' }))}`,
    hint: text`Write how many units it must be at least, like 5.`,
    single: (option: Part) =>
      segments`Nothing can ever fit: tokens of what you chose are single pieces. Clear ${option}.`,
  },

  tokens: { words: (numbers: readonly Part[]) => segments`token ${listOf(numbers, 'or')}` },

  owners: { words: (wallets: readonly Part[]) => segments`for tokens of ${listOf(wallets, 'or')}` },

  auction: { words: segments`in one auction` },

  walletRole: {
    words: (role: 'seller' | 'buyer' | 'bidder' | 'leader' | 'outbid') => {
      if (role === 'seller') return segments`as seller`;
      if (role === 'buyer') return segments`as buyer`;
      if (role === 'bidder') return segments`as bidder`;
      return role === 'leader' ? segments`with the highest bid` : segments`outbid`;
    },
  },
});
