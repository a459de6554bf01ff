/** The modals with filters, in their order. */
export const DRAFT_MODALS = [
  { name: 'draft-filter' },
  { name: 'draft-tokens' },
  { name: 'draft-more' },
  { name: 'draft-rest' },
] as const;

/** The names of what can be done with a draft; `draft-actions.ts` does it. */
export const DRAFT = {
  confirm: { name: 'draft-confirm' },
  cancel: { name: 'draft-cancel' },
  typed: { name: 'draft-typed' },
  topics: { name: 'draft-kinds' },
  option: { name: 'draft-option' },
  roles: { name: 'draft-roles' },
} as const;

/** The argument of one of several menus for options: components of a message differ in their ids. */
export const optionArgument = (draftId: string, position: number): string =>
  position === 0 ? draftId : `${draftId}~${position}`;

/** The draft of such an argument. */
export const draftOfOption = (argument: string): string => argument.split('~')[0] ?? argument;
