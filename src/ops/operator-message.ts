import { cut, escapedLine } from '../discord/text.ts';
import type { AlertMessage } from '../discord/views/alert-message.ts';

/** How much a hand is needed. */
export type Weight = 'good' | 'warning' | 'error';

/** Something that the operator is to know, and how often it came. */
export interface OperatorNews {
  readonly weight: Weight;
  readonly text: string;
  readonly count: number;
}

const LOOKS: Readonly<Record<Weight, { readonly mark: string; readonly color: number }>> = {
  good: { mark: '✅', color: 0x2e_cc_71 },
  warning: { mark: '⚠️', color: 0xf1_c4_0f },
  error: { mark: '❌', color: 0xe7_4c_3c },
};
const BY_WEIGHT: readonly Weight[] = ['error', 'warning', 'good'];
const LINES_SHOWN = 10;
const LINE_ROOM = 350;
/** Discord: Embed Limits, description. */
const DESCRIPTION_ROOM = 4_096;

function lineOf({ weight, text, count }: OperatorNews): string {
  const times = count > 1 ? ` **×${count}**` : '';
  return `${LOOKS[weight].mark} ${escapedLine(text, LINE_ROOM)}${times}`;
}

function titleOf(news: readonly OperatorNews[]): string {
  const total = news.reduce((sum, { count }) => sum + count, 0);
  return total === 1 ? 'Gavel tells its operator' : `Gavel tells its operator: ${total} things`;
}

/**
 * One message of everything that is to be told, the gravest first. What was logged can neither format, mention nor link.
 * @param unnamed how many more there were that are not told one by one
 */
export function operatorMessage(news: readonly OperatorNews[], unnamed: number): AlertMessage {
  const sorted = news.toSorted((a, b) => BY_WEIGHT.indexOf(a.weight) - BY_WEIGHT.indexOf(b.weight));
  const hidden = unnamed + sorted.slice(LINES_SHOWN).reduce((sum, { count }) => sum + count, 0);
  const lines = sorted.slice(0, LINES_SHOWN).map(lineOf);
  if (hidden > 0) lines.push(`… and ${hidden} more; the log has all of them.`);
  const worst = sorted[0]?.weight ?? 'warning';
  return {
    embeds: [
      {
        title: titleOf(news),
        description: cut(lines.join('\n'), DESCRIPTION_ROOM),
        color: LOOKS[worst].color,
      },
    ],
    allowed_mentions: { parse: [] },
  };
}
