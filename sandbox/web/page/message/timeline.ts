import type { PageEvent, ShownMessage } from '../../contract.ts';

/** Discord ids increase with time and are too large for a float. */
function olderThan(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

/** Discord docs: Message Flags. */
const LOADING = 1 << 7;

/** An answer that replaces "is thinking…" does not count as edited. */
function following(before: ShownMessage, shown: ShownMessage): ShownMessage {
  if (((before.message.flags ?? 0) & LOADING) === 0) return shown;
  return { ...shown, message: { ...shown.message, edited_timestamp: null } };
}

/** Inserts a message: in place of its former version, or by its age. */
function withMessage(messages: readonly ShownMessage[], shown: ShownMessage): readonly ShownMessage[] {
  const { id } = shown.message;
  const there = messages.findIndex(({ message }) => message.id === id);
  const before = messages[there];
  if (before !== undefined) return messages.with(there, following(before, shown));
  const after = messages.findLastIndex(({ message }) => olderThan(message.id, id));
  return messages.toSpliced(after + 1, 0, shown);
}

type MessageEvent = Extract<PageEvent, { type: 'message' | 'deleted' }>;

/** The messages of a channel after an event. */
export function afterEvent(messages: readonly ShownMessage[], event: MessageEvent): readonly ShownMessage[] {
  if (event.type === 'deleted') return messages.filter(({ message }) => message.id !== event.messageId);
  return withMessage(messages, event.shown);
}
