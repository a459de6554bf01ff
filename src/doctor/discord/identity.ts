import { bad, type Check, type CheckResult, good, warning } from '../check-result.ts';
import type { Answer, Ask } from '../http-request.ts';
import type { DiscordApi, Outcome } from './api.ts';
import { type WireApplication, wireApplication, wireUser } from './wire.ts';

/** The Developer Portal; an application's pages are below its id. */
const PORTAL = 'https://discord.com/developers/applications';

/** Flags of the privileged intents for verified and for limited bots (Discord docs: Application Flags). */
const ApplicationFlags: readonly (readonly [number, string])[] = [
  [(1 << 12) | (1 << 13), 'Presence'],
  [(1 << 14) | (1 << 15), 'Server Members'],
  [(1 << 18) | (1 << 19), 'Message Content'],
];

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
async function checkInteractions(
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

/** The application and bot user of the token. */
export interface Identity {
  readonly applicationId: string;
  readonly botUserId: string;
  /** An answer of Discord, for checking the clock. */
  readonly answer: Answer;
}

/** Returns why the bot's own user could not be read. */
export function tokenFailure(
  outcome: Outcome<unknown> & { readonly ok: false },
  apiUrl: string,
): CheckResult {
  if (outcome.status === 401)
    return bad(
      'Discord refuses the token.',
      `Make a new one at ${PORTAL} → your application → Bot → Reset Token, and write it into .env as DISCORD_TOKEN.`,
    );
  if (outcome.status === 429 || (outcome.status ?? 0) >= 500)
    return bad(
      `Discord is busy: ${outcome.reason}.`,
      'Try again in a minute; see https://discordstatus.com.',
    );
  return bad(
    `Discord cannot be reached at ${apiUrl}: ${outcome.reason}.`,
    'Check DISCORD_API_URL, this machine’s network and its firewall: the bot needs https to discord.com and gateway.discord.gg.',
  );
}

function checkApplication(application: WireApplication): readonly CheckResult[] {
  const page = `${PORTAL}/${application.id}`;
  const results: CheckResult[] = [];
  if (application.bot_require_code_grant)
    results.push(
      bad(
        'The application asks for a code grant, so that the invite link does not work.',
        `Switch “Requires OAuth2 Code Grant” off at ${page}/bot.`,
      ),
    );
  const privileged = ApplicationFlags.filter(([bit]) => (application.flags & bit) !== 0).map(
    ([, name]) => name,
  );
  if (privileged.length > 0)
    results.push(
      warning(
        `The application has privileged intents that the bot does not use: ${privileged.join(', ')}.`,
        `They do no harm; switch them off at ${page}/bot unless something else needs them.`,
      ),
    );
  return results;
}

/**
 * Checks that Discord accepts the token, and the application's settings. Returns `null` if further checks are
 * impossible.
 */
export async function* checkIdentity(
  api: DiscordApi,
  options: {
    readonly apiUrl: string;
    /** The public key for verifying interactions over HTTP; `null` if they come through the gateway. */
    readonly interactionsKey: string | null;
    readonly botRuns: boolean;
    readonly ask: Ask;
  },
): Check<Identity | null> {
  const { apiUrl } = options;
  const user = await api.get('/users/@me', wireUser);
  if (!user.ok) {
    yield tokenFailure(user, apiUrl);
    return null;
  }
  const application = await api.get('/applications/@me', wireApplication);
  if (!application.ok) {
    yield bad(
      `Discord did not return the token’s application: ${application.reason}.`,
      'Try again in a minute.',
    );
    return null;
  }
  const { id, name } = application.value;
  yield good(
    `Discord accepts the token: application “${name}” (id ${id}), bot user ${user.value.username} (id ${user.value.id}).`,
  );
  yield await checkInteractions(application.value, options);
  yield* checkApplication(application.value);
  return { applicationId: id, botUserId: user.value.id, answer: user.answer };
}
