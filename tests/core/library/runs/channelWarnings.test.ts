import { expect, it } from 'vitest'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { createChannelWarnings } from '../../../../core/library/runs/channelWarnings.ts'

const mapping = { columns: [{ to: 'field', field: 'tracking_medium' } as const], template: {} }
const warn = (medium: string, rules: unknown) => {
  const request = {
    desktop_custom_redirect: { url: 'https://shop.example.com/' },
    tracking_source: 'flyer',
    tracking_medium: medium,
  }
  const check = createChannelWarnings({ mapping }, trackingRules.parse(rules))
  return check(request, [medium]).map(({ text }) => text.replace(/^.*Unassigned\.\s?/, ''))
}

it.each([
  ['any medium', {}, '“referral” counts as Referral.'],
  ['a list without it', { medium: { values: ['qr', 'email', 'social'] } }, '“email” counts as Email.'],
  ['a list without a channel', { medium: { values: ['qr', 'print'] } }, ''],
  ['an open list', { medium: { values: ['qr', 'email'], isOpen: true } }, '“email” counts as Email.'],
  ['another spelling', { medium: { separator: '-', lowerCase: true } }, '“referral” counts as Referral.'],
  [
    'a list for the source',
    {
      medium: {
        values: ['email'],
        dependent: { on: 'source', lists: [{ value: 'Flyer', values: ['qr', 'sms'] }] },
      },
    },
    '“sms” counts as SMS.',
  ],
])('a row without a channel is offered only values that the rules allow: %s', (_, rules, hint) => {
  expect(warn('qr', rules)).toEqual([hint])
})
