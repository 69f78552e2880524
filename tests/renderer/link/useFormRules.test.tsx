import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { trackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { useFormRules } from '../../../renderer/link/useFormRules.ts'
import { expectInTime } from '../passTime.ts'
import { show } from '../show.tsx'

const shownTexts: string[] = []

function Rules() {
  const rules = useFormRules('2f0bd6e0-3c0f-4b53-9f8e-5d6a1c1b7a10')
  const text = rules === undefined ? 'loading' : rules?.isRequired('source') ? 'required' : 'optional'
  if (shownTexts.at(-1) !== text) shownTexts.push(text)
  return <p>Source: {text}</p>
}

test('an open form stays visible while it loads rules that were changed elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let rules = trackingRules.parse({})
    await show(<Rules />, { 'rules.get': () => ({ ok: true, value: { rules } }) })
    await expect.element(page.getByText('Source: optional')).toBeVisible()
    rules = trackingRules.parse({ source: { presence: 'required' } })
    const required = page.getByText('Source: required')
    await expectInTime(() => required.elements().length > 0, true)
    expect(shownTexts).toEqual(['loading', 'optional', 'required'])
  } finally {
    vi.useRealTimers()
  }
})
