import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ManagePresets } from '../../../../renderer/features/presets/ManagePresets.tsx'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

test('only the first 10 MB of a chosen file are read', async () => {
  const [profile] = createAppState().profiles
  if (!profile) throw new Error('There is no profile.')
  const calls = await show(withSession(<ManagePresets profile={profile} close={() => undefined} />), {
    'presets.list': () => ({ ok: true, value: { presets: [], defaults: {} } }),
  })
  await expect.element(page.getByRole('button', { name: 'Open a preset file' })).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no input for a file.')
  const choose = (name: string, padding: number) => {
    const preset = JSON.stringify({ linkwrightPreset: 1, name, form: {} })
    const files = new DataTransfer()
    files.items.add(new File([' '.repeat(padding), preset], `${name}.json`))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose('large', 10_000_000)
  await expect.element(page.getByText('“large.json” is not a Linkwright preset.')).toBeVisible()
  choose('small', 1_000)
  await expect.poll(() => calls.at(-1)).toMatchObject(['presets.save', { name: 'small' }])
})
