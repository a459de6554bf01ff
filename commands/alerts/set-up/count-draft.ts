import { type Flood, floodOf } from '#src/alerts/backtest/flood.ts';
import type { Draft } from '#src/alerts/subscription.ts';
import type { Answer, AnswerPart } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Backtest, BacktestRequest } from '#src/discord/services.ts';
import { backtestLines } from '#src/discord/views/backtest.ts';
import type { Proposal } from './check-rule.ts';
import { drafts } from './drafts.ts';

/** Time after which progress is shown, and between two edits; Discord limits the edits of a message. */
const PROGRESS_AFTER_MS = 1_000;
const PROGRESS_EVERY_MS = 2_000;
/** Longer counts are given up. */
const MAX_COUNT_MS = 60_000;
/** A command that saves at once waits this long for a warning. */
const MAX_WAIT_MS = 300;

/** What a draft would have posted. */
export interface CountedDraft {
  /** Lines of text: figures, or the progress. */
  readonly lines: readonly string[];
  readonly flood: Flood | null;
}

function requestFor(draft: Proposal, { services }: AnswerContext): BacktestRequest {
  const { settings, view } = services;
  const { timeZone } = view.settings;
  return { rule: draft, timeZone, ping: settings.channel(draft.channelId).ping };
}

const floodOfDraft = ({ filter }: Proposal, { sales, others }: Backtest): Flood | null =>
  floodOf(
    [sales, others].filter((figures) => figures !== null),
    filter,
  );

/** Returns whether the draft would flood its channel; `false` also if that is not known soon. */
export async function wouldFlood(draft: Proposal, context: AnswerContext): Promise<boolean> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  try {
    const counted = await context.services.backtests.count(requestFor(draft, context), { signal });
    return counted !== null && floodOfDraft(draft, counted) !== null;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/**
 * Counts what a draft would have posted, after its answer was sent, and edits the answer. It ends when the draft was
 * changed, confirmed or cancelled, and when its message was dismissed.
 * @param show builds the text, and the buttons of a rule that would flood
 */
export function countDraft(
  draft: Draft,
  show: (counted: CountedDraft) => AnswerPart,
  context: AnswerContext,
): NonNullable<Answer['afterwards']> {
  const { backtests, view, now } = context.services;

  return (edit) =>
    backtests.follow(draft.id, async (signal) => {
      const dismissed = new AbortController();
      const late = AbortSignal.timeout(MAX_COUNT_MS);
      let nextAt = now() + PROGRESS_AFTER_MS;
      let progress: Promise<void> | null = null;

      /** Whether nobody has used its buttons, also in another process. */
      const isCurrent = async (): Promise<boolean> =>
        (await drafts.find(draft.id, context)) !== null && !signal.aborted;

      async function showIfCurrent(counted: CountedDraft): Promise<void> {
        if (await isCurrent()) await edit(show(counted));
      }

      function onProgress(share: number): void {
        if (now() < nextAt) return;
        nextAt = now() + PROGRESS_EVERY_MS;
        const lines = [view.messages.backtest.counting(share)];
        progress = (progress ?? Promise.resolve())
          .then(() => showIfCurrent({ lines, flood: null }))
          .catch((error: unknown) => dismissed.abort(error));
      }

      async function count(): Promise<CountedDraft | null> {
        const stop = AbortSignal.any([signal, dismissed.signal, late]);
        try {
          const counted = await backtests.count(requestFor(draft, context), { signal: stop, onProgress });
          if (counted === null) return null;
          return { lines: backtestLines(counted, draft, view), flood: floodOfDraft(draft, counted) };
        } catch (error) {
          if (!late.aborted) throw error;
          // Removes the progress.
          return { lines: [], flood: null };
        } finally {
          await progress;
        }
      }

      if (!(await isCurrent())) return;
      const counted = await count();
      dismissed.signal.throwIfAborted();
      const isShown = counted !== null && (counted.lines.length > 0 || progress !== null);
      if (isShown) await showIfCurrent(counted);
    });
}
