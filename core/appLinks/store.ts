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

/** Maximum number of domains. The least recently checked are dropped first. */
const maxDomains = 50

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
      domains = [files, ...list().filter(({ host }) => host !== files.host)].slice(0, maxDomains)
      const text = JSON.stringify({ version: 1, domains })
      return inSequence(() => writeOwnFile(file, text))
    },
  }
}

function loadDomains(file: string): readonly DomainFiles[] {
  return storeShape.safeParse(tryParseJson(readOwnFile(file) ?? '')).data?.domains ?? []
}
