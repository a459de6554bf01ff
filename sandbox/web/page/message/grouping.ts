import type { ShownMessage } from '../../contract.ts';

/** Discord begins a new group after seven minutes. */
const GROUP_MS = 7 * 60_000;

/** Discord docs: Message Flags, SUPPRESS_NOTIFICATIONS. */
const SILENT = 1 << 12;

/** Whether the message was sent without a notification. */
export const isSilent = ({ flags }: ShownMessage['message']): boolean => ((flags ?? 0) & SILENT) !== 0;

/** A message with its place in the list. */
export interface Placed {
  readonly shown: ShownMessage;
  /** Whether author and time are shown, or the message continues the group before. */
  readonly head: boolean;
  /** Epoch ms of a day that begins with this message, else `null`. */
  readonly day: number | null;
  readonly isNew: boolean;
}

function timeOf({ message }: ShownMessage): number {
  return Date.parse(message.timestamp);
}

function goesOn(before: ShownMessage, shown: ShownMessage): boolean {
  return (
    before.message.author.id === shown.message.author.id &&
    timeOf(shown) - timeOf(before) < GROUP_MS &&
    before.ephemeral === shown.ephemeral &&
    isSilent(before.message) === isSilent(shown.message) &&
    !shown.ephemeral &&
    shown.message.interaction_metadata === undefined
  );
}

/**
 * Messages by author and time, as Discord groups them.
 * @param newFrom id of the first unread message
 */
export function placed(messages: readonly ShownMessage[], newFrom: string | null): readonly Placed[] {
  return messages.map((shown, index): Placed => {
    const before = messages[index - 1];
    const at = timeOf(shown);
    const sameDay =
      before !== undefined && new Date(timeOf(before)).toDateString() === new Date(at).toDateString();
    const isNew = shown.message.id === newFrom;
    return {
      shown,
      head: before === undefined || !sameDay || isNew || !goesOn(before, shown),
      day: sameDay ? null : at,
      isNew,
    };
  });
}
