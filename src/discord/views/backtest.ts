import type { BacktestFigures } from '#src/alerts/backtest/figures.ts';
import { isMadeForRules } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { DAY_SECONDS } from '#src/chain/durations.ts';
import { type Backtest, EVENT_DAYS, SALE_DAYS } from '#src/ingest/backtest.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';
import { topicsText } from './rule-words.ts';

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
/** A day without messages. */
const NO_BAR = '·';
/** Fewer days are no chart. */
const MIN_DAYS = 3;

/**
 * Draws a bar for each day. A text, because a picture would have to be drawn and uploaded again with every change of a
 * draft, beside the picture of its example.
 */
function barsOf({ days }: BacktestFigures): string {
  const most = Math.max(...days.map(({ messages }) => messages));
  return days
    .map(({ messages }) =>
      messages === 0 ? NO_BAR : (BARS[Math.ceil((messages / most) * BARS.length) - 1] ?? NO_BAR),
    )
    .join('');
}

interface Period {
  /** Days of a complete period. */
  readonly days: number;
  readonly inFull: (days: number) => string;
  readonly since: (moment: string) => string;
}

function linesOf(
  figures: BacktestFigures | null,
  { days, inFull, since }: Period,
  { messages: { backtest: words } }: ViewContext,
): readonly string[] {
  if (figures === null) return [];
  const { from, to, messages, pings, isAtMost } = figures;
  const isFull = to - from > (days - 1) * DAY_SECONDS;
  const period = isFull ? inFull(days) : since(momentText(from, 'f') ?? '');
  if (messages === 0) return [words.nothing(period)];
  const [, second] = figures.days;
  const busiest = second === undefined ? null : Math.max(...figures.days.map((day) => day.messages));
  const sentence = words.figures(period, { messages, busiest, pings, isAtMost });
  return figures.days.length < MIN_DAYS ? [sentence] : [sentence, `\`${barsOf(figures)}\``];
}

/**
 * Formats what a rule would have posted, and which of its topics are not counted because their alerts are made for it;
 * no lines if none is counted.
 */
export function backtestLines(
  { sales, others }: Backtest,
  { topics }: Pick<Rule, 'topics'>,
  context: ViewContext,
): readonly string[] {
  if (sales === null && others === null) return [];
  const made = topics.filter(isMadeForRules);
  const { backtest: words } = context.messages;
  const [inFull, since] = [words.lastDays, words.since];
  const ofSales =
    others === null ? { inFull, since } : { inFull: words.salesLastDays, since: words.salesSince };
  const ofOthers =
    sales === null ? { inFull, since } : { inFull: words.othersLastDays, since: words.othersSince };
  return [
    ...linesOf(sales, { days: SALE_DAYS, ...ofSales }, context),
    ...linesOf(others, { days: EVENT_DAYS, ...ofOthers }, context),
    ...(made.length === 0 ? [] : [words.notCounted(topicsText(made, context.messages))]),
  ];
}
