import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { sharedFileLimits } from '../../contract/service/rules/sharedFile.ts'
import type { SettingsFile } from '../settings/settings.ts'

const cachedRules = z.object({
  baseUrl: z.string(),
  etag: z.string().nullable(),
  /** `null` if the operator has set none. */
  text: z.string().max(sharedFileLimits.bytes).nullable(),
  readAt: z.iso.datetime(),
})
/** The last read rules of a service. */
export type CachedRules = z.infer<typeof cachedRules>
const file = z.record(z.string(), cachedRules)

/** The last read rules of services, by profile, for starting without a network. */
export interface RulesCache {
  /** Returns the rules of a profile if they are from this service. */
  get: (profileId: string, baseUrl: string) => CachedRules | null
  set: (profileId: string, rules: CachedRules) => Promise<void>
  /** Removes the rules of a profile that was removed from the settings. */
  forget: (profileId: string) => Promise<void>
}

/**
 * Opens `service-rules.json` in the data folder. An unreadable file is replaced, because the rules can be fetched
 * again.
 */
export function openRulesCache(folder: string, settings: Pick<SettingsFile, 'get'>): RulesCache {
  const path = join(folder, 'service-rules.json')
  let all: Record<string, CachedRules> | null = null
  let lastWrite: Promise<void> = Promise.resolve()
  const load = () => (all ??= readFile(path))
  const write = async () => {
    const ids = new Set(settings.get().profiles.map(({ id }) => id))
    const present = Object.fromEntries(Object.entries(load()).filter(([id]) => ids.has(id)))
    await writeFileAtomic(path, JSON.stringify(present), { mode: 0o600 })
  }
  const save = async () => {
    lastWrite = lastWrite.then(write, write)
    await lastWrite
  }
  return {
    get: (profileId, baseUrl) => {
      const rules = new Map(Object.entries(load())).get(profileId)
      return rules?.baseUrl === baseUrl ? rules : null
    },
    set: async (profileId, rules) => {
      all = { ...load(), [profileId]: rules }
      await save()
    },
    forget: async (profileId) => {
      const { [profileId]: removed, ...others } = load()
      if (!removed) return
      all = others
      await save()
    },
  }
}

function readFile(path: string): Record<string, CachedRules> {
  try {
    return file.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? {}
  } catch {
    return {}
  }
}
