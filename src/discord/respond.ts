import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './answer.ts';
import type { InteractionResponses } from './interactions/responses.ts';

/** An answer, and whether it is an error message. */
export interface Result {
  readonly answer: Answer;
  readonly failed: boolean;
}

/** Discord expects the first response within 3 s. Slower work is deferred, which shows "thinking". */
const DEFER_AFTER_MS = 1_500;

/** Resolves to the result if it is ready before the deferral, else to `null`. */
async function settledInTime(work: Promise<Result>): Promise<Result | null> {
  const timer = new AbortController();
  const timeout = delay(DEFER_AFTER_MS, null, { signal: timer.signal }).catch(() => null);
  const early = await Promise.race([work, timeout]);
  timer.abort();
  return early;
}

/**
 * Runs what follows the answer. Rejects with its failure, or with discord.js's error if the answer is gone.
 */
const continueAfter = async ({ answer, failed }: Result, responses: InteractionResponses): Promise<void> => {
  if (!failed) await answer.afterwards?.(responses.editParts);
};

/**
 * Answers with a new message, which is ephemeral if `isEphemeral` is set. Error messages are ephemeral whenever that
 * can still be chosen.
 */
export async function respondWithMessage(
  responses: InteractionResponses,
  work: Promise<Result>,
  isEphemeral: boolean,
): Promise<void> {
  const early = await settledInTime(work);
  if (early !== null) {
    await responses.reply(early.answer, { isEphemeral: isEphemeral || early.failed });
    return continueAfter(early, responses);
  }
  await responses.deferReply({ isEphemeral });
  const result = await work;
  await responses.editReply(result.answer);
  return continueAfter(result, responses);
}

/**
 * Answers by editing the message of the component or modal. After a failure that message stays unchanged, and the error
 * is sent as an ephemeral message.
 */
export async function respondByUpdate(responses: InteractionResponses, work: Promise<Result>): Promise<void> {
  const early = await settledInTime(work);
  if (early !== null) {
    if (early.failed) await responses.reply(early.answer, { isEphemeral: true });
    else await responses.update(early.answer);
    return continueAfter(early, responses);
  }
  await responses.deferUpdate();
  const result = await work;
  if (result.failed) await responses.followUp(result.answer, { isEphemeral: true });
  else await responses.editReply(result.answer);
  return continueAfter(result, responses);
}
