import { type REST, Routes } from 'discord.js';
import type { SendOutcome } from '../../domain/posting.ts';
import { outcomeOfFailure } from '../failures.ts';
import type { AlertMessage } from '../views/alert-message.ts';

/** Somebody waits for the answer to their command. */
const REQUEST_TIMEOUT_MS = 6_000;

/**
 * Posts a message beside the outbox: a test that may be lost, and is tried once. Never rejects.
 * @param rest a client that neither retries nor waits (`discord/outbox-rest.ts`)
 */
export function createTestSender(
  rest: REST,
): (channelId: string, message: AlertMessage) => Promise<SendOutcome> {
  return async (channelId, body) => {
    try {
      const answer: unknown = await rest.post(Routes.channelMessages(channelId), {
        body,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
      return typeof id === 'string'
        ? { type: 'sent', messageId: id }
        : { type: 'ambiguous', detail: 'the answer is not a message' };
    } catch (error) {
      return outcomeOfFailure(error);
    }
  };
}
