import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { RulesPanel } from '../../../../renderer/screens/profiles/RulesPanel.tsx'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const [profile] = createAppState().profiles

async function showPanel(answer: unknown, drafts: unknown[] = []) {
  await show(withSession(profile && <RulesPanel profile={profile} />), {
    'rules.get': () => answer,
    'drafts.list': () => ({ ok: true, value: drafts }),
  })
}

test('only fields with rules are listed, even if the others were saved with them', async () => {
  const rules = trackingRules.parse({ campaign: {}, source: { lowerCase: true }, medium: {}, tags: {} })
  await showPanel({ ok: true, value: { rules } })
  await expect.element(page.getByText('There are rules for source.')).toBeVisible()
})

test('rules that could not be read are not reported as missing', async () => {
  await showPanel({ ok: false, problem: { code: 'host_unreachable' } })
  await expect.element(page.getByRole('link', { name: 'Edit rules' })).toBeVisible()
})

test('rules that were edited but not saved are mentioned', async () => {
  const draft = { id: 'rules:acme', form: {}, savedAt: '2026-11-20T08:00:00.000Z' }
  await showPanel({ ok: true, value: { rules: {} } }, [draft])
  await expect.element(page.getByText(/Your latest changes aren’t saved yet\./)).toBeVisible()
})
