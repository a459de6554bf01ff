import type { AlertTemplate } from '#src/alerts/templates/alert-template.ts';
import {
  markedTemplate,
  type TemplateAction,
  type TemplatedTopic,
  type TemplatePlan,
} from '../template-plans.ts';
import type { Admin, CommandOption } from './discord/admin.ts';
import { channelIdOf } from './discord/state.ts';
import type { RuleRecord } from './rules.ts';

/** A template that was saved or reset. Times in ms since the start of the history. */
export interface TemplateChange {
  readonly scope: TemplatePlan['of'];
  /** Of the channel or rule; `null` for the server. */
  readonly channelId: string | null;
  /** The rule that it is of. */
  readonly rule: RuleRecord | null;
  readonly topic: TemplatedTopic;
  /** `null` for a reset. */
  readonly template: AlertTemplate | null;
  /** Tells it from all others; `null` for a reset. */
  readonly mark: number | null;
  readonly askedAt: number;
  /** When the bot said so; `null` where it never did. */
  doneAt: number | null;
}

/** The templates that admins wrote through the bot's command, in the order in which they asked for them. */
export interface TemplateBook {
  readonly changes: readonly TemplateChange[];
  change(action: TemplateAction): void;
}

const text = (name: string, value: string): CommandOption => ({ name, value, type: 'text' });

/** @param deps.now ms since the start of the history */
export function createTemplateBook(deps: {
  readonly admin: Admin;
  readonly rules: { readonly rules: readonly RuleRecord[] };
  readonly now: () => number;
  readonly log: (line: string) => void;
}): TemplateBook {
  const { admin, rules, now, log } = deps;
  const changes: TemplateChange[] = [];

  /** The newest rule of the channel, where it is about that. */
  const ruleOf = (channelId: string, topic: TemplatedTopic): RuleRecord | null => {
    const rule = rules.rules.findLast((one) => one.channelId === channelId && one.id !== null);
    return rule?.plan.topics.includes(topic) === true && rule.removalAskedAt === null ? rule : null;
  };

  return {
    changes,
    change(action) {
      const { for: place, topic } = action;
      const channelId = place.of === 'server' ? null : channelIdOf(place.channel);
      const rule = place.of === 'rule' && channelId !== null ? ruleOf(channelId, topic) : null;
      if (place.of === 'rule' && rule === null) return;
      const isSaved = action.do === 'save template';
      const template = isSaved ? markedTemplate(action.written, action.mark) : null;
      const mark = isSaved ? action.mark : null;
      const change: TemplateChange = {
        ...{ scope: place.of, channelId, rule, topic, template, mark },
        ...{ askedAt: now(), doneAt: null },
      };
      changes.push(change);
      const options: readonly CommandOption[] = [
        text('topic', topic),
        ...(rule !== null ? [text('alert', rule.id ?? '')] : []),
        ...(place.of === 'channel' && channelId !== null
          ? [{ name: 'channel', value: channelId, type: 'channel' } as const]
          : []),
      ];
      const texts = {
        message: template?.message ?? '',
        title: template?.title ?? '',
        text: template?.text ?? '',
      };
      const then = template === null ? { press: ['Reset'] } : { form: { button: 'Edit', texts } };
      admin.run({ command: 'template', subcommand: null, options, ...then }, (screen) => {
        if (/✅ (?:Saved|Reset)\.|no template to reset/.test(screen.text)) change.doneAt = now();
        log(`template ${mark ?? 'reset'}: ${screen.text.split('\n')[0]}`);
      });
    },
  };
}
