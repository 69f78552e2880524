import { expect, it } from 'vitest'
import { keyStoreState } from '../../../../contract/app/profile/keyStore.ts'
import {
  describeKeyLocation,
  describeManagedKey,
} from '../../../../renderer/features/keys/keyLocationText.ts'
import { storeReasons } from '../../../../renderer/features/keys/storeReasons.ts'

it('every state of the key store has its own title and advice', () => {
  const reasons = keyStoreState.shape.reason.unwrap().options
  const texts = reasons.map((reason) => storeReasons[reason])
  expect(new Set(texts.map(({ title }) => title)).size).toBe(reasons.length)
  expect(new Set(texts.map(({ advice }) => advice)).size).toBe(reasons.length)
})

it('a key’s place is described by the name of its key store', () => {
  const store = { kind: 'keychain', name: 'GNOME Keyring', reason: null } as const
  expect(describeKeyLocation('keychain', store)).toBe('Kept in GNOME Keyring')
  expect(describeKeyLocation('memory', store)).toBe('Kept in memory, until you close the app')
  expect(describeKeyLocation('none', store)).toBe('No key on this computer')
})

it('a key that Linkwright creates again is not reported as lost when the app closes', () => {
  const store = { kind: 'memory', name: 'memory of this app', reason: 'no_bus' } as const
  expect(describeManagedKey('memory', store)).toBe(
    'Kept while Linkwright is open, and recreated when it’s needed',
  )
  expect(describeManagedKey('none', store)).toBe('Linkwright creates this key when it’s needed')
  const keychain = { kind: 'keychain', name: 'GNOME Keyring', reason: null } as const
  expect(describeManagedKey('keychain', keychain)).toBe('Kept in GNOME Keyring')
})
