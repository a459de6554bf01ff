import { bad, type Check, type CheckResult, good, warning } from '../check-result.ts';
import type { Answer, Ask } from '../http-get.ts';
import type { DiscordApi, Outcome } from './api.ts';
import { ApplicationFlags } from './flags.ts';
import { checkInteractions } from './interactions.ts';
import { PORTAL } from './portal.ts';
import { type WireApplication, wireApplication, wireUser } from './wire.ts';

/** The application and bot user of the token. */
export interface Identity {
  readonly applicationId: string;
  readonly botUserId: string;
  /** An answer of Discord, for checking the clock. */
  readonly answer: Answer;
}

function tokenFailure(outcome: Outcome<unknown> & { readonly ok: false }, apiUrl: string): CheckResult {
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
