import { bad, type CheckResult, good, warning } from '../check-result.ts';
import type { Ask } from '../http-get.ts';
import { PORTAL } from './portal.ts';
import type { WireApplication } from './wire.ts';

/** The endpoint answers other methods with this status; a reverse proxy that cannot reach it answers another. */
const WRONG_METHOD = 405;

async function checkEndpoint(url: string, botRuns: boolean, ask: Ask): Promise<CheckResult> {
  if (!botRuns)
    return good(`Discord sends the commands to ${url}, as INTERACTIONS=http says; the bot is not running.`);
  const reply = await ask(url);
  if (reply.answered && reply.status === WRONG_METHOD)
    return good(
      `Discord sends the commands to ${url}, as INTERACTIONS=http says, and something takes them there.`,
    );
  const reason = reply.answered ? `it answers with status ${reply.status}` : reply.reason;
  return warning(
    `Discord sends the commands to ${url}, which this machine does not reach as it should: ${reason}.`,
    'Check that the reverse proxy passes /interactions on to HTTP_PORT, and its certificate; see docs/operating.md. If commands work, this machine only does not reach its own public address.',
  );
}

/**
 * Compares where Discord sends interactions with where the bot expects them.
 * @param options.interactionsKey public key for verifying interactions over HTTP; `null` for the gateway
 */
export async function checkInteractions(
  { id, interactions_endpoint_url: endpoint, verify_key: ownKey }: WireApplication,
  options: { readonly interactionsKey: string | null; readonly botRuns: boolean; readonly ask: Ask },
): Promise<CheckResult> {
  const { interactionsKey, botRuns, ask } = options;
  const url = endpoint ?? '';
  const page = `${PORTAL}/${id}/information`;
  if (interactionsKey === null)
    return url === ''
      ? good('Discord sends the commands through the gateway, where the bot expects them.')
      : bad(
          `Discord sends the commands to the Interactions Endpoint URL ${url}, and the bot expects them through the gateway.`,
          `Empty the field Interactions Endpoint URL at ${page}; or, if that URL is this bot’s, set INTERACTIONS=http.`,
        );
  if (interactionsKey !== ownKey.toLowerCase())
    return bad(
      'DISCORD_PUBLIC_KEY is not the public key of this application.',
      `Copy the Public Key from ${page} into .env; it is ${ownKey}.`,
    );
  if (url === '')
    return warning(
      'INTERACTIONS is http, and the application has no Interactions Endpoint URL: commands still come through the gateway, and are answered.',
      `Start the bot, then save https://YOUR-HOST/interactions as Interactions Endpoint URL at ${page}.`,
    );
  return checkEndpoint(url, botRuns, ask);
}
