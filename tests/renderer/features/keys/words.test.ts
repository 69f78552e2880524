import { expect, it } from 'vitest'
import { keyStoreState } from '../../../../contract/keyStore.ts'
import { describeKeyPlace } from '../../../../renderer/features/keys/newKeyPlace.ts'
import { storeReasons } from '../../../../renderer/features/keys/storeReasons.ts'

it('every state of the key store has its own title and advice', () => {
  const reasons = keyStoreState.shape.reason.unwrap().options
  const texts = reasons.map((reason) => storeReasons[reason])
  expect(new Set(texts.map(({ title }) => title)).size).toBe(reasons.length)
  expect(new Set(texts.map(({ advice }) => advice)).size).toBe(reasons.length)
})

it('a key’s place is described by the name of its key store', () => {
  const store = { kind: 'keychain', name: 'GNOME Keyring', reason: null } as const
  expect(describeKeyPlace('keychain', store)).toBe('Kept in GNOME Keyring')
  expect(describeKeyPlace('memory', store)).toBe('Kept in memory, until you close the app')
  expect(describeKeyPlace('none', store)).toBe('No key on this computer')
})
