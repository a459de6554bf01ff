/** The names of what can be done with a draft; `draft-actions.ts` does it. */
export const DRAFT = {
  confirm: { name: 'draft-confirm' },
  cancel: { name: 'draft-cancel' },
  filter: { name: 'draft-filter' },
  tokens: { name: 'draft-tokens' },
  typed: { name: 'draft-typed' },
  kinds: { name: 'draft-kinds' },
  lead: { name: 'draft-lead' },
} as const;
