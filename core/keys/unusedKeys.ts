import type { SettingsFile } from '../settings/settings.ts'
import type { KeyStore } from './store.ts'

/**
 * Profile ids whose entry in the key store may contain a key that no profile uses: saving it wasn't completed, or it
 * couldn't be removed. They are listed in the settings until their entry is removed.
 */
export function createUnusedKeys(settings: SettingsFile) {
  /** The last work by profile. */
  const saving = new Map<string, Promise<unknown>>()
  const isSaving = (id: string) => saving.has(id)
  const has = (id: string) => settings.get().unusedKeys.includes(id)
  const isUsed = (id: string) =>
    settings.get().profiles.some((profile) => profile.id === id && profile.keyAt === 'keychain')
  const forget = async (id: string) => {
    if (!has(id)) return
    const change = settings.change((all) => ({
      ...all,
      unusedKeys: isSaving(id) ? all.unusedKeys : all.unusedKeys.filter((listed) => listed !== id),
    }))
    await change.catch(() => undefined)
  }
  return {
    has,
    /** Removes an id from the list. If the settings can't be saved, it stays, which is harmless. */
    forget,
    add: async (id: string) => {
      if (has(id)) return
      await settings.change((all) => ({ ...all, unusedKeys: [...new Set([...all.unusedKeys, id])] }))
    },
    /**
     * Runs work that saves a profile's key, after earlier work for the same profile. Meanwhile, its entry isn't regarded
     * as unused.
     */
    whileSaving: async <T>(id: string, work: () => Promise<T>): Promise<T> => {
      const saved = Promise.resolve(saving.get(id)).then(work)
      const ended = saved.catch(() => undefined)
      saving.set(id, ended)
      try {
        return await saved
      } finally {
        if (saving.get(id) === ended) saving.delete(id)
      }
    },
    isSaving,
    /** Removes the entries. Call this right after the store has saved a key, so that it doesn't prompt. */
    removeFrom: async (store: KeyStore) => {
      for (const id of settings.get().unusedKeys) {
        if (isSaving(id)) continue
        if (!isUsed(id) && !(await store.remove(id)).ok) return
        await forget(id)
      }
    },
  }
}
