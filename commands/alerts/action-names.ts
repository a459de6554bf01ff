/** Names of the actions in `subscriptions-actions.ts`. */
export const MANAGE_ACTIONS = {
  page: { name: 'alerts-page' },
  open: { name: 'alerts-open' },
  one: { name: 'alerts-one' },
  edit: { name: 'alerts-edit' },
  pause: { name: 'alerts-pause' },
  resume: { name: 'alerts-resume' },
  test: { name: 'alerts-test' },
  copy: { name: 'alerts-copy' },
  copyTo: { name: 'alerts-copy-to' },
  remove: { name: 'alerts-remove' },
  removeNow: { name: 'alerts-remove-now' },
  removeAllNow: { name: 'alerts-remove-all-now' },
  keepAll: { name: 'alerts-keep-all' },
} as const;
