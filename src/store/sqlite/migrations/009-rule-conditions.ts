import type { Migration } from './migration.ts';

/** The conditions of a stored rule are named like the options of /alerts add, among them the lead time of endings. */
export const ruleConditions: Migration = {
  name: '009-rule-conditions',
  sql: `
${['subscriptions', 'drafts'].map(renameConditions).join('\n')}
-- What a rule says, in the form by which equal rules are found.
UPDATE subscriptions SET rule = json_patch('{}', json_object(
  'kinds', json(rule -> '$.kinds'),
  'collection', json(rule -> '$.collections'),
  'price_from', json(rule -> '$.priceFrom'),
  'price_to', json(rule -> '$.priceTo'),
  'below_floor', json(rule -> '$.belowFloorPercent'),
  'rank', json(rule -> '$.rankAtMost'),
  'traits', json(rule -> '$.traits.traits'),
  'trait_mode', json(rule -> '$.traits.mode'),
  'wallets', json(rule -> '$.onlyWallets'),
  'not_wallets', json(rule -> '$.notWallets'),
  'amount', json(rule -> '$.quantityFrom'),
  'ending', json(nullif(rule -> '$.endingLead', '10')),
  'pingRoles', json(rule -> '$.pingRoles')));
`,
};

function renameConditions(table: string): string {
  return `
UPDATE ${table} SET filter = json_patch('{}', json_object(
  'collection', json(filter -> '$.collections'),
  'price_from', json(filter -> '$.priceFrom'),
  'price_to', json(filter -> '$.priceTo'),
  'below_floor', json(filter -> '$.belowFloorPercent'),
  'rank', json(filter -> '$.rankAtMost'),
  'traits', json(filter -> '$.traits.traits'),
  'trait_mode', json(filter -> '$.traits.mode'),
  'wallets', json(filter -> '$.onlyWallets'),
  'not_wallets', json(filter -> '$.notWallets'),
  'amount', json(filter -> '$.quantityFrom'),
  'ending', nullif(ending_lead, 10)));
ALTER TABLE ${table} DROP COLUMN ending_lead;`;
}
