import type { Forms, Writer } from '../writer.ts';

const HOLDERS: Forms = { one: 'holder', other: 'holders' };
const SUCH_HOLDERS: Forms = { one: 'such holder', other: 'such holders' };
const TOKENS: Forms = { one: 'token', other: 'tokens' };

/** `/collection holders`: the largest holders of a collection. */
export const holderMessages = ({ text, number, count }: Writer) => ({
  description: text`Shows who holds most of a collection`,
  minimumOption: text`Only holders of at least so many tokens`,

  heading: (collection: string) => text`Holders of ${collection}`,
  count: (holders: number) => count(holders, HOLDERS),
  suchHolders: (holders: number) => count(holders, SUCH_HOLDERS),
  tokens: (tokens: number) => count(tokens, TOKENS),
  ofTokens: (tokens: number) => text`of ${count(tokens, TOKENS)}`,
  holdersOf: (holders: number, tokens: number) =>
    text`${count(holders, HOLDERS)} of ${count(tokens, TOKENS)}`,
  shareOfCollection: (share: string) => text`${share} of the collection`,
  atLeast: (tokens: number) => text`only those of ${count(tokens, TOKENS)} and more`,
  together: (holders: number, share: string) => text`these ${number(holders)} have ${share} of all`,
  unsorted: text`in the marketplace’s own order`,
  unreadable: (holders: number) => text`${number(holders)} of this page could not be read`,
  noneReadable: text`None of the holders on this page could be read. Please try again in some minutes.`,
  nobodyHolds: (tokens: number) =>
    text`Nobody holds ${count(tokens, TOKENS)} or more. “Everybody” below shows all holders.`,
  noHolders: text`The marketplace lists no holders yet. It counts them every few minutes.`,
  mayBeOld: text`may be up to 5 minutes old`,
  openProfile: text`Open a holder’s profile`,
  everybody: text`Everybody`,
});
