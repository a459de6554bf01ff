import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { AnswerContext } from '../answer-context.ts';
import type { Action } from './action.ts';
import { writeActionId } from './action-id.ts';

const STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

/** Builds a button that runs an action. Two buttons of one message must differ in action or argument. */
export function actionButton(
  label: string,
  action: Pick<Action, 'name'>,
  argument: string,
  { requester }: Pick<AnswerContext, 'requester'>,
  style: keyof typeof STYLES = 'secondary',
): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: STYLES[style],
    label,
    custom_id: writeActionId({ name: action.name, requester, argument }),
  };
}
