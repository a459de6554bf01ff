import { chosenCollections } from '#src/alerts/filters/collection.ts';
import type { CollectionFacts } from '#src/alerts/filters/filter.ts';
import { conditions } from '#src/alerts/filters/index.ts';
import { walletsIn } from '#src/alerts/filters/owners.ts';
import { pingFields } from '#src/alerts/filters/pings.ts';
import { hasChart } from '#src/alerts/kinds/registry.ts';
import { rolesPingedBy } from '#src/alerts/ping.ts';
import { hasSameExtras } from '#src/alerts/rule-extras.ts';
import { sameRule } from '#src/alerts/rule-overlap.ts';
import type { Draft, Rule, Subscription } from '#src/alerts/subscription.ts';
import { GavelError } from '#src/chain/errors.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import { withExistingRoles } from '#src/discord/access/server-directory.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import type { CommandServices, RulePreview } from '#src/discord/services.ts';
import { overlapSentences } from '#src/discord/views/overlaps.ts';
import { alertName } from '#src/discord/views/rule-words.ts';
import type { Collection } from '#src/marketplace/resources/collection.ts';
import { checkCap } from '../cap-text.ts';
import { type Contradictions, contradictions } from './contradictions.ts';

/** With more collections, their facts are not requested. */
const MAX_COLLECTIONS = 5;

/** A draft that need not be saved yet. */
export type Proposal = Omit<Draft, 'id'>;

/** Results of checking a rule before it is set up. */
interface RuleCheck extends Contradictions {
  /** `null` if the marketplace did not answer. */
  readonly preview: RulePreview | null;
}

/** Returns the facts about a collection that decide whether filters can match. */
export const collectionFacts = ({
  rarity,
  standard,
}: Pick<Collection, 'rarity' | 'standard'>): CollectionFacts => ({
  ranked: rarity.enabled || rarity.calculated,
  single: standard === '721',
});

async function factsOf(
  { filter }: Rule,
  { lookups }: Pick<CommandServices, 'lookups'>,
): Promise<readonly CollectionFacts[]> {
  const isNeeded = conditions.some(
    ({ checksCollections, fields }) =>
      checksCollections === true && fields.some((field) => field.isSet(filter)),
  );
  const addresses = chosenCollections(filter) ?? [];
  if (!isNeeded || addresses.length > MAX_COLLECTIONS) return [];
  const found = await Promise.all(addresses.map((address) => resultOrNull(lookups.collection(address))));
  const facts = found.flatMap((one) => (one === null ? [] : [collectionFacts(one.value)]));
  return facts.length === addresses.length ? facts : [];
}

async function previewOf(rule: Rule, { previews }: Pick<CommandServices, 'previews'>) {
  try {
    return await previews.preview(rule);
  } catch (error) {
    if (error instanceof GavelError) return null;
    throw error;
  }
}

/** Tests the rule against recent events, and checks whether its parts contradict each other. */
async function previewRule(
  rule: Rule,
  services: Pick<CommandServices, 'lookups' | 'previews' | 'view'>,
): Promise<RuleCheck> {
  const [preview, facts] = await Promise.all([
    previewOf(rule, services),
    factsOf(rule, services),
    services.lookups.learnNames(walletsIn(rule.filter)),
  ]);
  return { preview, ...contradictions(rule, facts, services.view) };
}

/** Fewer examples are no basis for an hourly estimate. */
const FEWEST_EXAMPLES = 10;
const SECONDS_AN_HOUR = 3_600;
/** With more messages an hour, a warning is shown. */
const MANY_AN_HOUR = 30;

/** Estimated messages an hour of the rule if they are many, else `null`. */
export function estimateHighVolume({ matching }: Pick<RulePreview, 'matching'>): number | null {
  if (matching.length < FEWEST_EXAMPLES) return null;
  const times = matching.map(({ occurredAt }) => occurredAt);
  const seconds = Math.max(1, Math.max(...times) - Math.min(...times));
  const anHour = ((matching.length - 1) * SECONDS_AN_HOUR) / seconds;
  return anHour >= MANY_AN_HOUR ? Math.round(anHour) : null;
}

/** Permissions that the bot should have for a draft, as sentences. */
function adviceFor(draft: Proposal, { channelAccess, settings, view }: AnswerContext['services']) {
  const { channelId } = draft;
  const roles = rolesPingedBy(draft, settings.channel(channelId).ping);
  const { permissions } = view.messages;
  const advice = {
    'read-history': permissions.adviceReadHistory,
    'mention-roles': permissions.adviceMentionRoles,
    'attach-files': permissions.adviceAttachFiles,
  } as const;
  return channelAccess
    .missingRecommended(channelId, { pingRoleIds: roles, hasCharts: draft.topics.some(hasChart) })
    .map((permission) => advice[permission]);
}

/** What the channel has already of what a draft asks for. */
interface Present {
  /** Whether the draft changes nothing of the alert that it is for. */
  readonly isUnchanged: boolean;
  /** Another alert of the channel that is exactly the same. */
  readonly same: Subscription | null;
  /** The alert to edit instead. */
  readonly other: Subscription | null;
  /** Sentences about alerts that post the same. */
  readonly sentences: readonly string[];
}

/** Compares a draft with the other alerts of its channel. */
async function presentAlerts(
  draft: Proposal,
  { services: { store, view } }: AnswerContext,
): Promise<Present> {
  const all = (await store.subscriptionsOf(draft.guildId)).filter(
    ({ channelId }) => channelId === draft.channelId,
  );
  const own = all.filter(({ id }) => id === draft.changes);
  const before = sameRule(draft, own);
  const isUnchanged = before !== undefined && hasSameExtras(draft, before);
  const others = all.filter(({ id }) => id !== draft.changes);
  const { setUp: words } = view.messages;
  const same = sameRule(draft, others) ?? null;
  if (same !== null) {
    const sentence = same.pausedAt === null ? words.sameAlert : words.sameAlertPaused;
    return { isUnchanged, same, other: same, sentences: [sentence(alertName(same))] };
  }
  const { texts, widest } = overlapSentences(
    draft,
    others,
    { all: words.samePosts, some: words.somePosts },
    view,
  );
  const pingsMore =
    draft.pingRoles.some((role) => widest?.pingRoles.includes(role) !== true) ||
    pingFields.some((field) => field.canonical(draft.filter) !== field.canonical(widest?.filter ?? {}));
  const sentences = texts.length > 0 && pingsMore ? [...texts, words.onlyPings] : texts;
  return { isUnchanged, same: null, other: widest, sentences };
}

/** What a draft would do, and everything that speaks against it. */
export interface Assessment {
  /** Without roles that were deleted. */
  readonly draft: Proposal;
  /** `null` if the marketplace did not answer. */
  readonly preview: RulePreview | null;
  readonly present: Present;
  /** Sentences, with those of `present`. */
  readonly warnings: readonly string[];
  /** The one of them that estimates many messages an hour; `null` without it. */
  readonly highVolume: string | null;
  readonly postsNothing: boolean;
}

/** Assesses a draft of a new or of a changed alert. */
export async function assessDraft(kept: Proposal, context: AnswerContext): Promise<Assessment> {
  const { services } = context;
  const draft = withExistingRoles(kept, kept.guildId, services.serverDirectory);
  const deleted = kept.pingRoles.length - draft.pingRoles.length;
  const { setUp: words } = services.view.messages;
  const { preview, sentences, postsNothing } = await previewRule(draft, services);
  const present = await presentAlerts(kept, context);
  const many = preview === null ? null : estimateHighVolume(preview);
  const highVolume = many === null ? null : words.highVolume(many);
  const missing = missingPermissionsText(draft.channelId, services);
  const near = draft.changes === null ? (await checkCap(draft.guildId, draft.channelId, services)).near : [];
  const warnings = [
    ...(missing === null ? [] : [missing(services.view.messages)]),
    ...near,
    ...sentences,
    ...present.sentences,
    ...(highVolume === null ? [] : [highVolume]),
    ...(deleted === 0 ? [] : [words.rolesDeleted(deleted)]),
    ...adviceFor(draft, services),
  ];
  return { draft, preview, present, warnings, highVolume, postsNothing };
}
