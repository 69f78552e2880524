import { expect, it } from 'vitest'
import { parseRemoteLink } from '../../../../contract/remoteLink.ts'
import { createFieldCheck } from '../../../../core/runs/plan/checkFields.ts'

it('tags that are not JSON, from the history of a service, are reported at their row', () => {
  const check = createFieldCheck({ linkHosts: [], rules: {} })
  const { errors } = check({ tags: { from: null, to: 'summer' } }, parseRemoteLink('{}'))
  expect(errors).toMatchObject([expect.stringMatching(/^Tags: /)])
})
