import type { AlertMessage } from '#src/discord/render/alert-message.ts';
import { escapeMarkdownLine, truncate } from '#src/discord/text.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Severity of an entry. */
export type Severity = 'good' | 'warning' | 'error';

/** An entry for the operator, and how often it occurred. */
export interface OperatorEntry {
  readonly severity: Severity;
  readonly text: string;
  readonly count: number;
}

const STYLES: Readonly<Record<Severity, { readonly emoji: string; readonly color: number }>> = {
  good: { emoji: '✅', color: 0x2e_cc_71 },
  warning: { emoji: '⚠️', color: 0xf1_c4_0f },
  error: { emoji: '❌', color: 0xe7_4c_3c },
};
const SEVERITY_ORDER: readonly Severity[] = ['error', 'warning', 'good'];
const MAX_LINES = 10;
const MAX_LINE_LENGTH = 350;
/** Discord: Embed Limits, description. */
const MAX_DESCRIPTION_LENGTH = 4_096;

function lineOf({ severity, text, count }: OperatorEntry): string {
  const times = count > 1 ? ` **×${count}**` : '';
  return `${STYLES[severity].emoji} ${escapeMarkdownLine(text, MAX_LINE_LENGTH)}${times}`;
}

function titleOf(entries: readonly OperatorEntry[], words: Messages['operator']): string {
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  return total === 1 ? words.title : words.titleOfSeveral(total);
}

/**
 * Builds one message with all entries, most severe first. Log texts are escaped, so they cannot contain formatting,
 * mentions or links.
 * @param omitted number of further entries that are only counted
 */
export function operatorMessage(
  entries: readonly OperatorEntry[],
  omitted: number,
  { operator: words }: Messages,
): AlertMessage {
  const sorted = entries.toSorted(
    (a, b) => SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity),
  );
  const hidden = omitted + sorted.slice(MAX_LINES).reduce((sum, { count }) => sum + count, 0);
  const lines = sorted.slice(0, MAX_LINES).map(lineOf);
  if (hidden > 0) lines.push(words.more(hidden));
  const worst = sorted[0]?.severity ?? 'warning';
  return {
    embeds: [
      {
        title: titleOf(entries, words),
        description: truncate(lines.join('\n'), MAX_DESCRIPTION_LENGTH),
        color: STYLES[worst].color,
      },
    ],
    allowed_mentions: { parse: [] },
  };
}
