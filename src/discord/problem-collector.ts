import type { Messages } from '#src/messages/messages.ts';
import { throwAny } from './problems.ts';
import { type Sentence, UserError } from './user-error.ts';

/** Collects the errors of readers, so that all problems can be reported at once. */
export interface ProblemCollector {
  /**
   * Returns the reader's result.
   * @param otherwise the result if it throws a UserError
   */
  read<T>(reader: () => T, otherwise: T): T;
  /** @throws UserError with all collected errors, if there are any */
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
