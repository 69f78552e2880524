import { join } from 'node:path'
import { z } from 'zod'
import { appLinkCopies } from '../../contract/app/calls/app/appLinks.ts'
import { appLinkFinding } from '../../contract/service/appLinks/finding.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'
import { createSequence, readOwnFile, writeOwnFile } from '../folder/ownFile.ts'

const fetchedFile = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), contentType: z.string().nullable(), text: z.string() }),
  // An earlier version had more codes.
  z.object({ ok: z.literal(false), finding: appLinkFinding.catch({ code: 'network_failed' }) }),
])

/** The association files of a domain, as fetched. */
const domainFiles = z.object({
  host: z.string(),
  checkedAt: z.iso.datetime(),
  /** Whether a proxy resolved the domain. */
  throughProxy: z.boolean().exactOptional(),
  ios: fetchedFile,
  android: fetchedFile,
  copies: appLinkCopies.exactOptional(),
})
export type DomainFiles = z.infer<typeof domainFiles>

const storeShape = z.object({ version: z.literal(1), domains: z.array(domainFiles) })

/**
 * Maximum number of domains, and of characters in their files. The least recently checked domains are dropped first.
 */
const maxDomains = 50
const maxCharacters = 2 * 1_024 * 1_024

export type AppLinkStore = ReturnType<typeof openAppLinkStore>

/** Opens `app-links.json` in the data folder on first use. A damaged file is replaced, because links can be checked again. */
export function openAppLinkStore(folder: string) {
  const file = join(folder, 'app-links.json')
  const inSequence = createSequence()
  let domains: readonly DomainFiles[] | null = null
  const list = () => (domains ??= loadDomains(file))
  return {
    get: (host: string) => list().find((one) => one.host === host) ?? null,
    /** Saves the files of a domain, replacing its previous ones. */
    save: (files: DomainFiles): Promise<void> => {
      domains = withinLimits([files, ...list().filter(({ host }) => host !== files.host)])
      const text = JSON.stringify({ version: 1, domains })
      return inSequence(() => writeOwnFile(file, text))
    },
  }
}

/** Returns the newest domains within the limits. The newest is always kept, whatever its size. */
function withinLimits(newestFirst: readonly DomainFiles[]): DomainFiles[] {
  const newest: DomainFiles[] = []
  let characters = 0
  for (const files of newestFirst.slice(0, maxDomains)) {
    characters += textLength(files.ios) + textLength(files.android)
    if (characters > maxCharacters) break
    newest.push(files)
  }
  return newest
}

function textLength(fetched: DomainFiles['ios']): number {
  return fetched.ok ? fetched.text.length : 0
}

function loadDomains(file: string): readonly DomainFiles[] {
  return storeShape.safeParse(tryParseJson(readOwnFile(file) ?? '')).data?.domains ?? []
}
