import type { Lookups } from '../discord/lookups.ts';
import type { HintMemory } from '../marketplace/hint-memory.ts';

/** The same lookups, from whose answers autocomplete learns in passing. */
export function learningLookups(lookups: Lookups, memory: HintMemory): Lookups {
  return {
    ...lookups,
    async collection(addressOrPath) {
      const answer = await lookups.collection(addressOrPath);
      memory.learnTraits(answer.value.address, answer.value.traits);
      return answer;
    },
    async traits(collection) {
      const answer = await lookups.traits(collection);
      memory.learnTraits(collection, answer.value);
      return answer;
    },
    async tokens(collection, query) {
      const answer = await lookups.tokens(collection, query);
      memory.learnTokens(answer.value.items);
      return answer;
    },
    async token(collection, tokenId) {
      const answer = await lookups.token(collection, tokenId);
      memory.learnTokens([answer.value]);
      return answer;
    },
    async owned(who, query) {
      const answer = await lookups.owned(who, query);
      memory.learnTokens(answer.value.items);
      return answer;
    },
  };
}
