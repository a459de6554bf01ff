import type { Messages } from '#src/messages/messages.ts';
import { escapeMarkdownLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';

/**
 * Says that the bot cannot parse the marketplace's answers.
 * @param since epoch ms
 */
export function unreadableText(since: number, { status }: Messages): string {
  return status.unreadableSince(momentText(since / 1_000) ?? status.aWhileAgo);
}

const NAME_LENGTH = 40;

/**
 * Says that most prices name another coin than the configured one.
 * @param named its name in records
 */
export function namedCoinText(
  named: string,
  { currency, messages }: Pick<ViewContext, 'currency' | 'messages'>,
): string {
  return messages.status.otherCoin(escapeMarkdownLine(named, NAME_LENGTH), currency.symbol);
}
