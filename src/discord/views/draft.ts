import { extrasOf } from '#src/alerts/rule-extras.ts';
import type { Draft } from '#src/alerts/subscription.ts';
import type { RulePreview } from '#src/ingest/preview.ts';
import { escapeMarkdownLine, truncate } from '../text.ts';
import type { ViewContext } from './context.ts';
import { alertName, ruleText } from './rule-words.ts';

/** Discord's limit for a message, characters. */
const TEXT_ROOM = 2_000;
const NAME_ROOM = 80;

/** Rounds to two significant digits, the precision of the estimate. */
function approximate(count: number): number {
  if (count < 10) return Math.round(count);
  const step = 10 ** (Math.floor(Math.log10(count)) - 1);
  return Math.round(count / step) * step;
}

function previewText(
  { topics }: Pick<Draft, 'topics'>,
  preview: RulePreview | null,
  isCounted: boolean,
  { messages: { setUp: words } }: ViewContext,
): string {
  if (preview === null) return words.previewUnavailable;
  const { example } = preview;
  const weeklySales = isCounted ? null : preview.weeklySales;
  const weekly = topics.length === 1 ? words.weekly : words.weeklySales;
  const lines = [
    ...(weeklySales === null ? [] : [weekly(approximate(weeklySales))]),
    ...(example === null ? [] : [example.happened ? words.newestExample : words.tokenExample]),
  ];
  return lines.length === 0 ? words.previewOfNothing : lines.join(' ');
}

/**
 * Formats an unconfirmed draft of a rule in a few lines.
 * @param warnings sentences
 */
export function draftText(
  draft: Omit<Draft, 'id'>,
  {
    isUnchanged,
    preview,
    warnings,
    counted = [],
  }: {
    /** Whether the draft equals an existing alert. */
    readonly isUnchanged: boolean;
    readonly preview: RulePreview | null;
    readonly warnings: readonly string[];
    /** What it would have posted, as lines that replace the estimate; none until it is counted. */
    readonly counted?: readonly string[];
  },
  context: ViewContext,
): string {
  const { setUp: words } = context.messages;
  const channel = `<#${draft.channelId}>`;
  const { name: named } = extrasOf(draft);
  const title = isUnchanged ? words.editTitle : words.changedTitle;
  const head =
    draft.changes === null
      ? words.newTitle(channel)
      : title(alertName({ ...draft, id: draft.changes }), channel);
  const lines = [
    head,
    ...(draft.changes === null && named !== null ? [`**${escapeMarkdownLine(named, NAME_ROOM)}**`] : []),
    ruleText(draft, context),
    ...(isUnchanged ? [words.nothingChangedYet] : []),
    ...warnings.map((warning) => `⚠️ ${warning}`),
    ...counted,
    previewText(draft, preview, counted.length > 0, context),
  ];
  return truncate(lines.join('\n'), TEXT_ROOM);
}
