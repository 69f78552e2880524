import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { ok } from '../../../../contract/app/problems/result.ts'
import type { GenerateRequest } from '../../../../contract/service/link/generate.ts'
import { PromotionPath } from '../../../../renderer/features/promotion/PromotionPath.tsx'
import type { Promotable } from '../../../../renderer/features/promotion/promotion.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

/** Shows the field for a development link with the path "sale". Returns the request for production, as JSON. */
async function open(linkHosts: string[]) {
  const record = { link: 'https://go.example/sale', request: { path: 'sale' } } as Promotable
  const [profile] = createAppState().profiles
  const target = { ...profile, linkHosts, hasOwnPaths: true } as NonNullable<typeof profile>
  function Field() {
    const [request, fix] = useState<GenerateRequest>({})
    return (
      <>
        <PromotionPath {...{ record, request, target, fix }} />
        <output data-testid="request">{JSON.stringify(request)}</output>
      </>
    )
  }
  await show(withSession(<Field />), {
    'links.checkPaths': ({ paths, environment }: CallInput<'links.checkPaths'>) =>
      ok({
        opens_app: null,
        paths: [{ path: paths[0], state: environment === 'production' ? 'free' : 'taken' }],
      }),
  })
  return () => page.getByTestId('request').element().textContent
}

test('on another host, the development link’s path is offered and checked in production', async () => {
  const request = await open(['links.example'])
  await userEvent.click(page.getByRole('button', { name: 'Use sale' }))
  expect(request()).toBe('{"path":"sale"}')
  await expect.element(page.getByText('Free.')).toBeVisible()
})

test('on the same host, the development link keeps its path, and a wrong one is refused', async () => {
  const request = await open(['go.example'])
  await expect.element(page.getByText('The development link keeps sale on this host.')).toBeVisible()
  await userEvent.fill(page.getByLabelText('Path'), 'a/b')
  await expect.element(page.getByLabelText('Path')).toHaveAttribute('aria-invalid', 'true')
  await userEvent.clear(page.getByLabelText('Path'))
  expect(request()).toBe('{}')
})
