import type { Forms, Writer } from '../writer.ts';

const HOLDERS: Forms = { one: 'holder', other: 'holders' };
const SUCH_HOLDERS: Forms = { one: 'matching holder', other: 'matching holders' };
const TOKENS: Forms = { one: 'token', other: 'tokens' };

/** `/collection holders`: the largest holders of a collection. */
export const holderMessages = ({ text, number, count }: Writer) => ({
  description: text`Show a collection’s largest holders`,
  minimumOption: text`Minimum number of tokens per holder`,

  heading: (collection: string) => text`${collection} holders`,
  count: (holders: number) => count(holders, HOLDERS),
  suchHolders: (holders: number) => count(holders, SUCH_HOLDERS),
  tokens: (tokens: number) => count(tokens, TOKENS),
  ofTokens: (tokens: number) => text`of ${count(tokens, TOKENS)}`,
  holdersOf: (holders: number, tokens: number) =>
    text`${count(holders, HOLDERS)} of ${count(tokens, TOKENS)}`,
  shareOfCollection: (share: string) => text`${share} of the collection`,
  atLeast: (tokens: number) => text`with ${count(tokens, TOKENS)} or more`,
  together: (holders: number, share: string) => text`these ${number(holders)} holders own ${share}`,
  unsorted: text`in the marketplace’s order`,
  unreadable: (holders: number) => text`${count(holders, HOLDERS)} on this page could not be read`,
  noneReadable: text`The holders on this page could not be read. Try again in a few minutes.`,
  nobodyHolds: (tokens: number) =>
    text`Nobody holds ${count(tokens, TOKENS)} or more. Press “All holders” below to see everyone.`,
  noHolders: text`No holder data yet. The marketplace updates it every few minutes. Try again later.`,
  mayBeOld: text`up to 5 minutes old`,
  openProfile: text`Open a profile`,
  everybody: text`All holders`,
});
