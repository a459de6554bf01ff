import type { Messages } from '#src/messages/messages.ts';
import { UserError } from './user-error.ts';

/** Below Discord's limit of 2,000 characters for messages. */
const MAX_LENGTH = 1_900;

/** Formats a single sentence, or a list of as many as fit. */
function problemsText(sentences: readonly string[], { filters }: Messages): string {
  const [first = '', ...others] = sentences;
  if (others.length === 0) return first;
  const kept: string[] = [];
  let room = MAX_LENGTH;
  for (const sentence of sentences) {
    room -= sentence.length + 3;
    if (room < 0) break;
    kept.push(`- ${sentence}`);
  }
  const more = sentences.length - kept.length;
  return [...kept, ...(more === 0 ? [] : [filters.andMore(more)])].join('\n');
}

/** @throws UserError with all problems, if there are any */
export function throwAny(problems: readonly string[], messages: Messages): void {
  if (problems.length === 0) return;
  const text = problemsText(problems, messages);
  throw new UserError(() => text);
}
