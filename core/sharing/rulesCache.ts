import { join } from 'node:path'
import { z } from 'zod'
import { sharedFileLimits } from '../../contract/service/rules/sharedFile.ts'
import { createSequence, readOwnFile, writeOwnFile } from '../folder/ownFile.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'

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

export type RulesCache = ReturnType<typeof openRulesCache>

/**
 * The last read rules of services, by profile, for starting without a network: `service-rules.json` in the data folder.
 * An unreadable file is replaced, because the rules can be fetched again.
 */
export function openRulesCache(folder: string, settings: Pick<SettingsFile, 'get'>) {
  const path = join(folder, 'service-rules.json')
  const inSequence = createSequence()
  let all: Map<string, CachedRules> | null = null
  const load = () => (all ??= new Map(Object.entries(readRules(path))))
  const save = () =>
    inSequence(async () => {
      const ids = settings.get().profiles.map(({ id }) => id)
      const present = [...load()].filter(([id]) => ids.includes(id))
      await writeOwnFile(path, JSON.stringify(Object.fromEntries(present)))
    })
  return {
    /** Returns the rules of a profile if they are from this service. */
    get: (profileId: string, baseUrl: string) => {
      const rules = load().get(profileId)
      return rules?.baseUrl === baseUrl ? rules : null
    },
    set: async (profileId: string, rules: CachedRules) => {
      load().set(profileId, rules)
      await save()
    },
    /** Removes the rules of a profile that was removed from the settings. */
    forget: async (profileId: string) => {
      if (load().delete(profileId)) await save()
    },
  }
}

function readRules(path: string): Record<string, CachedRules> {
  return file.safeParse(tryParseJson(readOwnFile(path) ?? '')).data ?? {}
}
