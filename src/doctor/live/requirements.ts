import type { Answer } from '../http-request.ts';
import { type LabChannel, NotTriedError, type Site } from './site.ts';
import { describeAnswer, readCreatedId, readMessage, type WireMessage } from './wire.ts';

const CHECK_CHANNEL = 'Check the bot’s permissions in the channel, and run it again.';

/** Returns the message of an answer. Throws `NotTriedError` if Discord refused it. */
export function requirePosted(answer: Answer): WireMessage {
  const message = readMessage(answer);
  if (message === null)
    throw new NotTriedError(
      `Discord refused a message of the probe (${describeAnswer(answer)})`,
      CHECK_CHANNEL,
    );
  return message;
}

/** Returns the id of a new thread. Throws `NotTriedError` if Discord started none. */
export function requireThread(answer: Answer): string {
  const id = readCreatedId(answer);
  if (id === null)
    throw new NotTriedError(`Discord started no thread (${describeAnswer(answer)})`, CHECK_CHANNEL);
  return id;
}

/** Throws `NotTriedError` if the bot lacks one of these permissions in the channel. */
export function requirePermissions(
  { permissions, name }: LabChannel,
  needed: readonly { readonly bit: bigint; readonly name: string }[],
): void {
  const missing = needed.filter(({ bit }) => (permissions & bit) === 0n).map(({ name: label }) => label);
  if (missing.length > 0)
    throw new NotTriedError(
      `the bot lacks ${missing.join(', ')}`,
      `In Discord: ${name} → Edit Channel → Permissions → the bot’s role: allow ${missing.join(', ')}.`,
    );
}

/** Returns the forum. Throws `NotTriedError` if none was given. */
export function requireForum({ forum }: Site): LabChannel {
  if (forum === null) throw new NotTriedError('no forum was given', 'Give the id of a forum with --forum.');
  return forum;
}
