import { expect, test } from 'vitest'
import type { TeamState } from '../../../contract/app/calls/links/team.ts'
import { useTeamChanges } from '../../../renderer/api/team.ts'
import { useCall } from '../../../renderer/api/useCall.ts'
import { show } from '../show.tsx'

const state: TeamState = {
  ...{ isOn: true, isOffered: true, readAt: null, problem: null, isPaused: false },
  ...{ changes: 0, isReading: true },
}

function Links() {
  useTeamChanges(['acme', 'shop'])
  useCall('library.campaigns', {})
  return null
}

test('links are read again after the list of any profile has added some, and only then', async () => {
  const asked = { acme: 0, shop: 0 }
  const calls = await show(<Links />, {
    'library.campaigns': () => ({ ok: true, value: [] }),
    'team.state': ({ profileId }: { profileId: 'acme' | 'shop' }) => {
      asked[profileId]++
      return { ok: true, value: { ...state, changes: profileId === 'shop' && asked.shop > 2 ? 3 : 0 } }
    },
  })
  const reads = () => calls.filter(([name]) => name === 'library.campaigns').length
  await expect.poll(() => asked.shop).toBe(2)
  expect(reads()).toBe(1)
  await expect.poll(reads).toBe(2)
  await expect.poll(() => asked.shop).toBe(5)
  expect(reads()).toBe(2)
})
