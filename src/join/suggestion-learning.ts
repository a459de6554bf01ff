import type { Lookups } from '../discord/lookups.ts';
import type { SuggestionCache } from '../marketplace/suggestion-cache.ts';
import type { WalletNames } from '../marketplace/wallet-names.ts';

/** The same lookups, which also add their answers to the autocomplete cache and to the names of wallets. */
export function withSuggestionLearning(
  lookups: Lookups,
  suggestions: SuggestionCache,
  walletNames: Pick<WalletNames, 'learn'>,
): Lookups {
  return {
    ...lookups,
    async collection(addressOrPath) {
      const answer = await lookups.collection(addressOrPath);
      suggestions.learnTraits(answer.value.address, answer.value.traits);
      return answer;
    },
    async traits(collection) {
      const answer = await lookups.traits(collection);
      suggestions.learnTraits(collection, answer.value);
      return answer;
    },
    async tokens(collection, query) {
      const answer = await lookups.tokens(collection, query);
      suggestions.learnTokens(answer.value.items);
      return answer;
    },
    async token(collection, tokenId) {
      const answer = await lookups.token(collection, tokenId);
      suggestions.learnTokens([answer.value]);
      return answer;
    },
    async profile(identifier) {
      const answer = await lookups.profile(identifier);
      walletNames.learn(answer.value);
      return answer;
    },
    async owned(who, query) {
      const answer = await lookups.owned(who, query);
      suggestions.learnTokens(answer.value.items);
      return answer;
    },
  };
}
