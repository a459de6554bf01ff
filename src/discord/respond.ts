import { setTimeout as delay } from 'node:timers/promises';
import {
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  type ModalSubmitInteraction,
} from 'discord.js';
import type { Modal } from './actions/modal.ts';
import type { Answer } from './answer.ts';

/** An answer, and whether it is an error message. */
export interface Result {
  readonly answer: Answer;
  readonly failed: boolean;
}

/** Discord expects the first response within 3 s; slower work is deferred, which shows "thinking". */
const DEFER_AFTER_MS = 1_500;

const NO_MENTIONS = { allowedMentions: { parse: [] } } as const;
const EPHEMERAL = { flags: MessageFlags.Ephemeral } as const;

/** The result if it is ready before the deferral, else `null`. */
async function settledInTime(work: Promise<Result>): Promise<Result | null> {
  const timer = new AbortController();
  const timeout = delay(DEFER_AFTER_MS, null, { signal: timer.signal }).catch(() => null);
  const early = await Promise.race([work, timeout]);
  timer.abort();
  return early;
}

/** All fields of an answer, so that an edit removes what the answer does not have. */
function fullMessage({ content = '', embeds = [], components = [], files = [] }: Answer) {
  return { content, embeds: [...embeds], components: [...components], files: [...files], ...NO_MENTIONS };
}

/**
 * Answers with a new message, ephemeral where `ephemeral` is set. Error messages are ephemeral wherever that can
 * still be chosen.
 */
export async function respondWithMessage(
  interaction: ChatInputCommandInteraction | MessageComponentInteraction | ModalSubmitInteraction,
  work: Promise<Result>,
  ephemeral: boolean,
): Promise<void> {
  const early = await settledInTime(work);
  if (early !== null) {
    await interaction.reply({
      ...fullMessage(early.answer),
      ...(ephemeral || early.failed ? EPHEMERAL : {}),
    });
    return;
  }
  await interaction.deferReply(ephemeral ? EPHEMERAL : {});
  await interaction.editReply(fullMessage((await work).answer));
}

/**
 * Answers by editing the message of the component or modal. After a failure that message stays as it is and the error
 * is sent as an ephemeral message.
 */
export async function respondByUpdate(
  interaction: MessageComponentInteraction | ModalMessageModalSubmitInteraction,
  work: Promise<Result>,
): Promise<void> {
  const early = await settledInTime(work);
  if (early !== null) {
    if (early.failed) await interaction.reply({ ...fullMessage(early.answer), ...EPHEMERAL });
    else await interaction.update(fullMessage(early.answer));
    return;
  }
  await interaction.deferUpdate();
  const { answer, failed } = await work;
  if (failed) await interaction.followUp({ ...fullMessage(answer), ...EPHEMERAL });
  else await interaction.editReply(fullMessage(answer));
}

/** Opens a modal. Discord accepts it only as the first response, so it is never deferred. */
export async function respondWithModal(
  interaction: MessageComponentInteraction,
  modal: Modal,
): Promise<void> {
  await interaction.showModal(modal);
}
