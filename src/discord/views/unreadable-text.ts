import type { Messages } from '../../messages/messages.ts';
import { momentText } from './moment.ts';

/** That the marketplace answers in a form that the bot does not understand. @param since epoch ms */
export function unreadableText(since: number, { status }: Messages): string {
  return status.unreadableSince(momentText(since / 1_000) ?? status.aWhileAgo);
}
