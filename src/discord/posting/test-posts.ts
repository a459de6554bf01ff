import type { MarketAlert } from '../../alerts/alert.ts';
import type { SendOutcome } from '../../outbox/posting.ts';
import type { AlertMessage } from '../render/alert-message.ts';
import type { Sentence } from '../user-error.ts';

/** Why the test was not posted, and what to do; `null` where it was. */
function refusalOf(outcome: SendOutcome, channelId: string): Sentence | null {
  const channel = `<#${channelId}>`;
  switch (outcome.type) {
    case 'sent':
      return null;
    case 'refused':
      return ({ alertList }) => alertList.testBusy;
    case 'invalid':
      return ({ alertList }) => alertList.testInvalid;
    case 'stopped':
      return outcome.state === 'closed'
        ? ({ alertList }) => alertList.testClosed(channel)
        : ({ alertList }) => alertList.testRefused(channel);
    case 'unauthorized':
      return ({ alertList }) => alertList.testUnauthorized;
    case 'ambiguous':
      return ({ alertList }) => alertList.testAmbiguous(channel);
    default:
      return outcome satisfies never;
  }
}

/** An alert as a channel would show it: in a preview, or posted as a test. */
export interface TestPosts {
  /** The request body of this alert in the channel, in its layout and without pings. */
  message(channelId: string, alert: MarketAlert): AlertMessage;
  /**
   * Posts it there, marked as a test. Resolves to `null` when it is posted, else to a sentence that says what to do.
   */
  post(channelId: string, alert: MarketAlert): Promise<Sentence | null>;
}

/**
 * @param deps.testMessage the alert marked as a test, without pings, with the settings of the channel and the server
 * @param deps.send one request; never rejects
 */
export function createTestPosts({
  testMessage,
  send,
}: {
  readonly testMessage: (channelId: string, alert: MarketAlert) => AlertMessage;
  readonly send: (channelId: string, message: AlertMessage) => Promise<SendOutcome>;
}): TestPosts {
  return {
    message(channelId, alert) {
      // The test marker is in the content, which a preview does not need.
      const { embeds, allowed_mentions } = testMessage(channelId, alert);
      return { embeds, allowed_mentions };
    },
    post: async (channelId, alert) =>
      refusalOf(await send(channelId, testMessage(channelId, alert)), channelId),
  };
}
