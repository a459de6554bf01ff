import { UserError } from '../user-error.ts';
import { RULE_OPTIONS, type RuleOption } from './rule-options.ts';

/** Discord: 2,000 characters a message. */
const ROOM = 1_900;

/** Collects what is wrong with the options of a rule, so that somebody who mistyped three hears of all at once. */
export interface Problems {
  /** What the work reads; `fallback` where it finds something wrong, which is kept for `throwAny`. */
  attempt<T>(option: RuleOption, fallback: T, work: () => T | Promise<T>): Promise<T>;
  has(option: RuleOption): boolean;
  /** @throws UserError with everything that was found, in the order of the options */
  throwAny(): void;
}

function asList(sentences: readonly string[]): string {
  const kept: string[] = [];
  let room = ROOM;
  for (const sentence of sentences) {
    room -= sentence.length + 3;
    if (room < 0) break;
    kept.push(`- ${sentence}`);
  }
  const more = sentences.length - kept.length;
  return [...kept, ...(more === 0 ? [] : [`and ${more} more.`])].join('\n');
}

export function createProblems(): Problems {
  const found = new Map<RuleOption, UserError>();
  return {
    async attempt(option, fallback, work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        found.set(option, error);
        return fallback;
      }
    },
    has: (option) => found.has(option),
    throwAny() {
      const errors = RULE_OPTIONS.flatMap((option) => found.get(option) ?? []);
      const [first, ...others] = errors;
      if (first === undefined) return;
      if (others.length === 0) throw first;
      throw new UserError(asList(errors.map(({ message }) => message)));
    },
  };
}
