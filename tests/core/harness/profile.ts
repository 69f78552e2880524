import { randomUUID } from 'node:crypto'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import type { App } from './app.ts'

export const testKey = 'pk_test_"51"/+Ab3dEf7'

/** A key as our own service makes them, with which unknown requests are repeated. */
export const ownKey = `lwk_${'k'.repeat(40)}`

export interface ProfileTarget {
  profileId: string
  environment: 'production' | 'development'
}

/** Adds a profile for the service at `origin`. */
export async function connectProfile(
  app: Pick<App, 'get'>,
  origin: string,
  key = testKey,
): Promise<ProfileTarget> {
  const profile = { name: 'Test', baseUrl: origin }
  const { id } = await app.get('profiles.save', { profile, key })
  return { profileId: id, environment: 'development' }
}

/** Returns the input of a create with a new id. */
export function createInput(
  target: ProfileTarget,
  request: CallInput<'links.create'>['request'] = { title: 'A title' },
) {
  return { id: randomUUID(), ...target, request }
}
