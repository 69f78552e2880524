import { expect, it } from 'vitest'
import { parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { createFieldCheck } from '../../../../core/runs/plan/checkFields.ts'

it('tags that are not JSON in a service’s history are reported at their row', () => {
  const check = createFieldCheck({ linkHosts: [], rules: {} })
  const { errors } = check({ tags: { from: null, to: 'summer' } }, parseRemoteLink('{}'))
  expect(errors).toMatchObject([expect.stringMatching(/^Tags: /)])
})

it('tracking that breaks the rules causes a warning in a new address but not in an unchanged one', () => {
  const rules = trackingRules.parse({ source: { values: ['twitter'] } })
  const check = createFieldCheck({ linkHosts: [], rules })
  const to = { url: 'https://shop.example/?utm_source=twiter' }
  const current = parseRemoteLink(JSON.stringify({ desktop_custom_redirect: to }))
  const text = 'This address has utm_source=twiter. “twiter” is not one of the sources in the list.'
  expect(check({ desktop_custom_redirect: { from: null, to } }, current)).toEqual({
    errors: [],
    warnings: [text],
  })
  expect(check({ title: { from: null, to: 'Sale' } }, current).warnings).toEqual([])
})

it('a choice about parameters is refused for a link whose service doesn’t report it', () => {
  const check = createFieldCheck({ linkHosts: [], rules: {} })
  const errorsFor = (link: string) =>
    check({ pass_query: { from: null, to: false } }, parseRemoteLink(link)).errors
  expect(errorsFor('{"pass_query":null}')).toEqual([])
  expect(errorsFor('{}')).toMatchObject([expect.stringMatching(/^This service can’t choose/)])
})
