import type { Result } from '../../contract/app/problems/result.ts'
import { createPendingCalls } from '../concurrency/pendingCalls.ts'
import type { Embedded } from '../embedded/embedded.ts'
import type { Redactor } from '../redactor.ts'
import type { StoredProfile } from '../settings/shape.ts'
import { createStoredKeys } from './storedKeys.ts'

export type Keys = ReturnType<typeof createKeys>

type Parts = Parameters<typeof createStoredKeys>[0] & { embedded: Embedded; redactor: Redactor }

/** The keys of the profiles. A key is read only to sign a request, and never leaves the app otherwise. */
export function createKeys({ embedded, redactor, ...parts }: Parts) {
  const { read, saveAnywhere, ...stored } = createStoredKeys({ redactor, ...parts })

  /** Replaces an unreadable key with a new one. Possible because the app operates the service on this computer. */
  const replace = async (profile: StoredProfile): Promise<Result<string>> => {
    const key = await embedded.createNewKey()
    if (key.ok) await saveAnywhere(profile, key.value)
    return key
  }

  /**
   * Replaces a key only once for concurrent callers, because each new key revokes the previous one, which another
   * caller may just have received.
   */
  const sharePending = createPendingCalls<Result<string>>()
  let replacementCount = 0
  const replaceOnce = async (profile: StoredProfile, countBefore: number) => {
    if (replacementCount !== countBefore) return await read(profile)
    return await sharePending('embedded', () => replace(profile).finally(() => replacementCount++))
  }

  return {
    ...stored,
    /** Returns a profile's key. For the service on this computer, creates a new one if it can't be read. */
    of: async (profile: StoredProfile): Promise<Result<string>> => {
      const countBefore = replacementCount
      const key = await read(profile)
      if (key.ok) redactor.learn(key.value)
      return key.ok || profile.kind === 'remote' ? key : await replaceOnce(profile, countBefore)
    },
    /**
     * Reads a key so that the redactor can find it in texts. Does nothing if there is no key, or if a prompt could
     * appear.
     */
    learn: async (profile: StoredProfile) => {
      const key = (await stored.canReadSilently(profile)) ? await read(profile) : null
      if (key?.ok) redactor.learn(key.value)
    },
  }
}
