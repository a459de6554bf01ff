import { canonicalRule } from '#src/alerts/canonical-rule.ts';
import { hasSameExtras } from '#src/alerts/rule-extras.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import { isSameTemplate, type SavedTemplate, templateOf } from '#src/alerts/templates/alert-template.ts';
import { type PingContext, rulePingProblem } from '#src/discord/access/member-permissions.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { yieldEvery } from '#src/discord/yield-every.ts';
import type { ImportPlan, PlannedAlert } from './import-plan.ts';
import type { ReadPlan } from './plan-import.ts';

/** Differences between a file and the server: what is added and what is removed. */
export interface Comparison {
  readonly added: readonly PlannedAlert[];
  /** Alerts that the server has with another name, end or template. */
  readonly renewed: readonly PlannedAlert[];
  readonly removed: readonly Subscription[];
  /** Alerts of the file that the server already has. */
  readonly present: number;
  readonly settings: ImportPlan['settings'];
  /** Templates that differ from those of the server and its channels. */
  readonly templates: ImportPlan['templates'];
  readonly leftOut: readonly string[];
}

/** Returns a key that is equal for equivalent rules of a channel. */
const ruleIdentity = (channelId: string, rule: Rule): string => `${channelId} ${canonicalRule(rule)}`;

/** Returns whether the present rule has other templates than those in the file. */
const hasNewTemplates = (
  planned: PlannedAlert,
  { id }: Subscription,
  saved: readonly SavedTemplate[],
): boolean =>
  planned.templates.some(
    ({ topic, template }) =>
      !isSameTemplate(template, templateOf(saved, { scope: 'rule', target: String(id), topic })),
  );

/** Rules compared before yielding to the event loop. */
const COMPARED_AT_ONCE = 100;

/**
 * Compares a file with the server's alerts.
 * @param mode whether to remove alerts that the file does not contain
 * @param templates of the server
 */
export async function compareImport(
  plan: Omit<ReadPlan, 'unmatched'>,
  present: readonly Subscription[],
  mode: 'add' | 'replace',
  context: PingContext & { readonly services: Pick<CommandServices, 'settings' | 'view'> },
  templates: readonly SavedTemplate[] = [],
): Promise<Comparison> {
  const pause = yieldEvery(COMPARED_AT_ONCE);
  async function byIdentity<T>(all: readonly T[], identityOf: (one: T) => string): Promise<Map<string, T>> {
    const found = new Map<string, T>();
    for (const one of all) {
      await pause();
      found.set(identityOf(one), one);
    }
    return found;
  }
  const ofPlanned = ({ channelId, rule }: PlannedAlert) => ruleIdentity(channelId, rule);
  const here = await byIdentity(present, (one) => ruleIdentity(one.channelId, one));
  const distinct = await byIdentity(plan.alerts, ofPlanned);
  const untouched = await byIdentity(plan.untouched, ofPlanned);
  const renewed = [...distinct].flatMap(([identity, one]) => {
    const before = here.get(identity);
    if (before === undefined) return [];
    const hasNewExtras = one.rule.extras !== undefined && !hasSameExtras(one.rule, before);
    return hasNewExtras || hasNewTemplates(one, before, templates) ? [one] : [];
  });
  const wanted = [...distinct].filter(([identity]) => !here.has(identity)).map(([, one]) => one);
  const added: PlannedAlert[] = [];
  const problems = new Set<string>();
  const chosen = new Map(plan.settings.map((one) => [one.channelId, one.settings]));
  for (const one of wanted) {
    await pause();
    const { channelId, rule } = one;
    const { ping } = chosen.get(channelId) ?? context.services.settings.channel(channelId);
    const problem = rulePingProblem(channelId, rule, ping, context);
    if (problem === null) added.push(one);
    else problems.add(problem(context.services.view.messages));
  }
  const stays = (identity: string) => distinct.has(identity) || untouched.has(identity);
  return {
    added,
    removed: mode === 'add' ? [] : [...here].filter(([identity]) => !stays(identity)).map(([, one]) => one),
    renewed,
    present: distinct.size - wanted.length - renewed.length,
    settings: plan.settings,
    templates: plan.templates.filter((one) => !isSameTemplate(one.template, templateOf(templates, one))),
    leftOut: [...plan.leftOut, ...problems],
  };
}
