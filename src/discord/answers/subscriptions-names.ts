/** The names of what can be done with subscriptions; `subscriptions-actions.ts` does it. */
export const MANAGE = {
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
} as const;
