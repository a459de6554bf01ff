import type { NoticeAlert } from '../../domain/alert.ts';
import { channelProblem } from './channel-problem.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';

/** Mentioned at most: a line of names, not a page of them. */
const ASKERS = 20;

/** Those whom a notice mentions. */
export function noticeAskers({ askers }: NoticeAlert): readonly string[] {
  return askers.slice(0, ASKERS);
}

function waitingText(waiting: number, context: ViewContext): string {
  if (waiting === 0) return '';
  return ` ${counted(waiting, 'alert waits', context, 'alerts wait')} for it.`;
}

/**
 * What is told to those who set a channel up when Discord refuses the bot there: which channel, why, and what to do.
 * Text and no embed, because it stands in a channel where embeds may not be allowed.
 * @param mark at its end; read-back finds the message by it
 */
export function noticeText(notice: NoticeAlert, mark: string, context: ViewContext): string {
  const { channelId, code, waiting } = notice;
  const { why, remedy } = channelProblem(code);
  const mentions = noticeAskers(notice)
    .map((id) => `<@${id}>`)
    .join(' ');
  const todo =
    remedy === null
      ? 'You can set the alerts up in another channel with `/alerts add`, or take them away with `/alerts remove`.'
      : `Please ${remedy}, then use \`/alerts resume\` and I go on where I stopped.`;
  return [
    `${mentions === '' ? '' : `${mentions} `}I had to stop the alerts in <#${channelId}>: ${why}.${waitingText(waiting, context)}`,
    todo,
    `-# ${context.marketplaceName} · ${mark}`,
  ].join('\n');
}
