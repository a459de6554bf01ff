import type { NoticeAlert } from '../../domain/alert.ts';
import { type ChannelProblem, channelProblem } from './channel-problem.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';

/** Mentioned at most: a line of names, not a page of them. */
const ASKERS = 20;

/** Those whom a notice mentions. */
export function noticeAskers({ askers }: NoticeAlert): readonly string[] {
  return askers.slice(0, ASKERS);
}

/** Those that the channel will never be told are not waiting for anything. */
function waitingText(waiting: number, { goesOn }: ChannelProblem, context: ViewContext): string {
  if (waiting === 0 || goesOn === 'never') return '';
  return ` ${counted(waiting, 'alert waits', context, 'alerts wait')} for it.`;
}

function todoText({ remedy, goesOn }: ChannelProblem): string {
  if (goesOn === 'when resumed')
    return 'When that is over, use `/alerts resume` and I go on where I stopped.';
  if (goesOn === 'by itself' && remedy !== null)
    return `Please ${remedy}; then I go on by myself where I stopped.`;
  return '`/alerts list` shows which they are, `/alerts copy` tells another channel the same, and `/alerts remove` takes them away.';
}

/**
 * What is told to those who set a channel up when Discord refuses the bot there: which channel, why, and what to do.
 * Text and no embed, because it stands in a channel where embeds may not be allowed.
 * @param mark at its end; read-back finds the message by it
 */
export function noticeText(notice: NoticeAlert, mark: string, context: ViewContext): string {
  const { channelId, code, missing, waiting } = notice;
  const problem = channelProblem(code, missing);
  const mentions = noticeAskers(notice)
    .map((id) => `<@${id}>`)
    .join(' ');
  return [
    `${mentions === '' ? '' : `${mentions} `}I had to stop the alerts in <#${channelId}>: ${problem.why}.${waitingText(waiting, problem, context)}`,
    todoText(problem),
    `-# ${context.marketplaceName} · ${mark}`,
  ].join('\n');
}

/**
 * Several notices in one text, each in full where there is room, else one below the other in short, and counted.
 * @param mark of the first alert of the message
 * @param room length that the text may take; at least 900
 */
export function shortNoticesText(
  notices: readonly NoticeAlert[],
  mark: string,
  room: number,
  context: ViewContext,
): string {
  const askers = [...new Set(notices.flatMap(noticeAskers))].slice(0, ASKERS).map((id) => `<@${id}>`);
  const head = `${[...askers, ''].join(' ')}I had to stop the alerts in several channels; \`/alerts list\` shows what to do.`;
  const end = `-# ${context.marketplaceName} · ${mark}`;
  const lines: string[] = [];
  let left = room - head.length - end.length - 60;
  for (const { channelId, code, missing } of notices) {
    const line = `<#${channelId}>: ${channelProblem(code, missing).why}`;
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const more = notices.length - lines.length;
  return [head, ...lines, ...(more === 0 ? [] : [`and ${counted(more, 'more channel', context)}`]), end].join(
    '\n',
  );
}
