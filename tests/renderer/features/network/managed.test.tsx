import { useQueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { maxPemLength } from '../../../../contract/app/calls/profiles/network.ts'
import { fail, ok } from '../../../../contract/app/problems/result.ts'
import { useCall } from '../../../../renderer/api/useCall.ts'
import { NetworkPanel } from '../../../../renderer/features/network/NetworkPanel.tsx'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

const settings = {
  proxy: 'manual',
  proxyUrl: 'http://proxy.example.com:3128',
  noProxy: '',
  connectSeconds: 10,
  idleSeconds: 30,
  totalSeconds: 60,
}

async function showWith(managed: string[]) {
  const value = { settings, authorities: [], pem: null, activeProxy: null, managed }
  await show(<NetworkPanel />, { 'network.get': () => ({ ok: true, value }) })
}

test('settings managed by the organization are disabled and say so', async () => {
  await showWith(['proxy', 'authorities'])
  await expect.element(page.getByText('Managed by your organization').first()).toBeVisible()
  expect(page.getByText('Managed by your organization').elements()).toHaveLength(2)
  await expect.element(page.getByLabelText('Use system proxy')).toBeDisabled()
  await expect.element(page.getByLabelText('Proxy address')).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Add a file' })).toBeDisabled()
  await expect.element(page.getByLabelText('No proxy for')).toBeEnabled()
  await expect.element(page.getByLabelText('Connecting')).toBeEnabled()
  expect(await findAxeViolations()).toEqual([])
})

test('the description of a choice is below its label', async () => {
  await showWith([])
  const label = page.getByText('No proxy', { exact: true })
  await expect.element(label).toBeVisible()
  const description = page.getByText('Connect to every service directly')
  const bottom = label.element().getBoundingClientRect().bottom
  expect(description.element().getBoundingClientRect().top).toBeGreaterThan(bottom)
})

test('every setting can be changed without a policy', async () => {
  await showWith([])
  await expect.element(page.getByLabelText('Proxy address')).toBeEnabled()
  expect(page.getByText('Managed by your organization').elements()).toEqual([])
})

test('typed settings stay if the saved ones can’t be read again', async () => {
  const value = { settings, authorities: [], pem: null, activeProxy: null, managed: [] }
  const answers: unknown[] = [ok(value)]
  function Refetch() {
    const client = useQueryClient()
    const { isError } = useCall('network.get', {})
    return (
      <button onClick={() => void client.invalidateQueries()}>{isError ? 'Failed' : 'Read again'}</button>
    )
  }
  await show(
    <>
      <NetworkPanel />
      <Refetch />
    </>,
    { 'network.get': () => answers.shift() ?? fail({ code: 'host_unreachable' }) },
  )
  await page.getByLabelText('Proxy address').fill('http://new.example.com:8080')
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect.element(page.getByRole('button', { name: 'Failed' })).toBeVisible()
  await expect.element(page.getByLabelText('Proxy address')).toHaveValue('http://new.example.com:8080')
})

test('removed certificate authorities can be restored', async () => {
  const company = {
    subject: 'CN=Company Root',
    issuer: 'CN=Company Root',
    validUntil: '2999-01-01T00:00:00.000Z',
    fingerprint: 'AB:CD',
  }
  let pem: string | null = 'certificate'
  const inputs: unknown[] = []
  await show(
    <>
      <NetworkPanel />
      <Toaster />
    </>,
    {
      'network.get': () =>
        ok({ settings, authorities: pem === null ? [] : [company], pem, activeProxy: null, managed: [] }),
      'network.setAuthorities': (input: { pem: string | null }) => {
        inputs.push(input)
        ;({ pem } = input)
        return ok([])
      },
    },
  )
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect.element(page.getByText('CN=Company Root').first()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('CN=Company Root').first()).toBeVisible()
  expect(inputs).toEqual([{ pem: null }, { pem: 'certificate' }])
})

test('a file of certificates that is too large is explained, until another one is chosen', async () => {
  const value = { settings, authorities: [], pem: null, activeProxy: null, managed: [] }
  const calls = await show(<NetworkPanel />, {
    'network.get': () => ok(value),
    'network.setAuthorities': () => ok([]),
  })
  await expect.element(page.getByRole('button', { name: 'Add a file' })).toBeVisible()
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('There is no file input.')
  await userEvent.upload(input, new File(['x'.repeat(maxPemLength + 1)], 'large.pem'))
  const errorText = () => document.querySelector('[role="alert"]')?.textContent ?? null
  await expect.poll(errorText).toContain('This file is larger than 500 kB.')
  expect(calls.map(([name]) => name)).not.toContain('network.setAuthorities')
  await userEvent.upload(input, new File(['certificate'], 'small.pem'))
  await expect.poll(errorText).toBeNull()
  expect(calls).toContainEqual(['network.setAuthorities', { pem: 'certificate' }])
})
