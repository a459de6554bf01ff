import { setTimeout as delay } from 'node:timers/promises';
import {
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  type ModalSubmitInteraction,
} from 'discord.js';
import type { Form } from './actions/form.ts';
import type { Answer } from './answer.ts';

/** An answer, and whether it is the sentence that stands in for one. */
export interface Result {
  readonly answer: Answer;
  readonly failed: boolean;
}

/** Discord gives 3 s for the first answer; work that takes longer than this is answered for with "thinking". */
const DEFER_AFTER_MS = 1_500;

const NO_MENTIONS = { allowedMentions: { parse: [] } } as const;
const EPHEMERAL = { flags: MessageFlags.Ephemeral } as const;

/** The work's result if it is there in time, else `null`. */
async function inTime(work: Promise<Result>): Promise<Result | null> {
  const patience = new AbortController();
  const waited = delay(DEFER_AFTER_MS, null, { signal: patience.signal }).catch(() => null);
  const early = await Promise.race([work, waited]);
  patience.abort();
  return early;
}

/** An answer in full: what an edited message had and the answer has not is taken away. */
function whole({ content = '', embeds = [], components = [], files = [] }: Answer) {
  return { content, embeds: [...embeds], components: [...components], files: [...files], ...NO_MENTIONS };
}

/**
 * Answers with a new message, which only the asker sees where `privately` is set. A sentence about a failure is for the
 * asker alone, as long as there is a choice.
 */
export async function respondWithMessage(
  interaction: ChatInputCommandInteraction | MessageComponentInteraction | ModalSubmitInteraction,
  work: Promise<Result>,
  privately: boolean,
): Promise<void> {
  const early = await inTime(work);
  if (early !== null) {
    await interaction.reply({ ...whole(early.answer), ...(privately || early.failed ? EPHEMERAL : {}) });
    return;
  }
  await interaction.deferReply(privately ? EPHEMERAL : {});
  await interaction.editReply(whole((await work).answer));
}

/** Answers by changing the message that the component or form belongs to; a failure leaves it as it is and is told beside it. */
export async function respondByUpdate(
  interaction: MessageComponentInteraction | ModalMessageModalSubmitInteraction,
  work: Promise<Result>,
): Promise<void> {
  const early = await inTime(work);
  if (early !== null) {
    if (early.failed) await interaction.reply({ ...whole(early.answer), ...EPHEMERAL });
    else await interaction.update(whole(early.answer));
    return;
  }
  await interaction.deferUpdate();
  const { answer, failed } = await work;
  if (failed) await interaction.followUp({ ...whole(answer), ...EPHEMERAL });
  else await interaction.editReply(whole(answer));
}

/** Answers with a form; Discord takes it only as the first answer, so it is never deferred. */
export async function respondWithForm(interaction: MessageComponentInteraction, form: Form): Promise<void> {
  await interaction.showModal(form);
}
