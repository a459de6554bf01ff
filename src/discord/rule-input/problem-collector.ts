import type { Messages } from '../../messages/messages.ts';
import { type Sentence, UserError } from '../user-error.ts';
import { throwAny } from './problems.ts';

/** Keeps what readers refuse, so that everything that is wrong can be named at once. */
export interface ProblemCollector {
  /** What the reader returns. @param otherwise what counts instead where it throws a UserError */
  read<T>(reader: () => T, otherwise: T): T;
  /** @throws UserError with everything that was refused, if anything was */
  throwAny(messages: Messages): void;
}

export function createProblemCollector(): ProblemCollector {
  const problems: Sentence[] = [];
  return {
    read(reader, otherwise) {
      try {
        return reader();
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        problems.push(error.sentence);
        return otherwise;
      }
    },
    throwAny(messages) {
      throwAny(
        problems.map((problem) => problem(messages)),
        messages,
      );
    },
  };
}
