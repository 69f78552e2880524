import { apiPrefix } from '../../contract/headers.ts'
import type { Destination } from '../client/client.ts'
import { probe } from './service.ts'
import type { ProbeParts } from './service.ts'

/** The value that one known service wants in the place of `development`, if this one takes it. */
export async function otherEnvironment(parts: ProbeParts, to: Destination): Promise<string | null> {
  if (to.environment === 'test') return null
  const probed = await probe(parts, { ...to, environment: 'test' })
  return probed.stoppedAt ? null : 'test'
}

/** Where on the same server a link service answers: at the root, or one level higher. `null` when nowhere. */
export async function otherPath(parts: ProbeParts, to: Destination): Promise<string | null> {
  const { origin, pathname } = new URL(to.baseUrl)
  const levels = pathname.slice(0, -apiPrefix.length).split('/').filter(Boolean)
  for (let kept = levels.length - 1; kept >= 0; kept--) {
    const baseUrl = [origin, ...levels.slice(0, kept)].join('/') + apiPrefix
    const { stoppedAt } = await probe(parts, { ...to, baseUrl })
    if (!stoppedAt || stoppedAt.step === 'key' || stoppedAt.step === 'environment') return baseUrl
  }
  return null
}
