import type { ServiceExtension } from '../../contract/service/api/headers.ts'
import { byName, namesOf, pick } from '../../contract/service/link/fields.ts'
import { readAnnouncement, announcesExtension } from '../client/response.ts'
import type { Exchange } from '../client/sender.ts'
import type { Database } from './openDatabase.ts'
import { selectRows, tableColumns } from './tableRows.ts'
import { saveRow } from './writing.ts'

/** What services may offer, by the extension that announces it. */
const extensions = {
  visits: 'visits',
  changes: 'changes',
  created: 'created',
  paths: 'paths',
  images: 'image',
  lookup: 'lookup',
  rules: 'rules',
  list: 'list',
} as const satisfies Record<string, ServiceExtension>
export type Feature = keyof typeof extensions

/** Features that are known from the start. The others are announced by every response. */
const storedFeatures = ['visits', 'changes', 'paths', 'images'] as const

/** What a service has announced about itself. */
export interface StoredService extends Record<(typeof storedFeatures)[number], boolean> {
  profileId: string
  baseUrl: string
  announced: boolean
}

type Announcement = Record<'announced' | Feature, boolean>

/** Stores announcements in the library. If it is from a newer version, they are kept only in memory. */
export function createServiceStore({ sql, writable }: Database) {
  const uncheckRuns = `UPDATE runs SET checked = 0 WHERE profile_id = ? AND state = 'preparing'
     AND ? <> coalesce((SELECT idempotent + 2 * paths + 4 * images FROM services WHERE profile_id = runs.profile_id), 0)`
  return {
    list: (): StoredService[] =>
      selectRows(sql, tableColumns.services, 'FROM services')
        .all()
        .map(({ profile_id: profileId, base_url: baseUrl, idempotent, ...row }) => {
          const features = byName(storedFeatures, (feature) => row[feature] === 1)
          return { profileId, baseUrl, announced: idempotent === 1, ...features }
        }),
    save: ({ profileId, baseUrl, announced, ...service }: StoredService): void => {
      if (!writable) return
      const features = byName(storedFeatures, (feature) => Number(service[feature]))
      const row = { profile_id: profileId, base_url: baseUrl, idempotent: Number(announced), ...features }
      // Our own service rejects what others may accept, so rows that are not sent yet must be checked again.
      sql.prepare(uncheckRuns).run(profileId, row.idempotent + 2 * row.paths + 4 * row.images)
      saveRow(sql, 'services', 'profile_id', row)
    },
  }
}

export type AnnouncedServices = ReturnType<typeof createAnnouncedServices>

/**
 * The services that announced themselves as ours, which means that they honor `Idempotency-Key`, and their extensions. By
 * profile and base URL. Kept in memory, because every request needs them. Calls `save` for new ones.
 */
export function createAnnouncedServices(save: (service: StoredService) => void) {
  /** Announcements of services without a profile, by base URL. */
  const unprofiled = new Map<string, Announcement>()
  const services = new Map<string, StoredService & Partial<Announcement>>()
  const findService = (profileId: string, baseUrl: string) => {
    const service = services.get(profileId)
    return service?.baseUrl === baseUrl ? service : null
  }
  return {
    /** Returns whether the service is ours; `null` if it hasn't responded yet. */
    has: (profileId: string, baseUrl: string): boolean | null =>
      findService(profileId, baseUrl)?.announced ?? (unprofiled.has(baseUrl) ? true : null),
    /** Returns whether it offers something; `null` if that isn't known. */
    offers: (profileId: string, baseUrl: string, feature: Feature): boolean | null =>
      findService(profileId, baseUrl)?.[feature] ?? unprofiled.get(baseUrl)?.[feature] ?? null,
    /** Loads the stored announcements. */
    load: (stored: readonly StoredService[]) => {
      for (const service of stored) services.set(service.profileId, service)
    },
    /**
     * Records an announcement. A `null` profile means that the service was tested before it had one; this is kept only
     * until the app closes.
     */
    learn: (profileId: string | null, baseUrl: string, announcement: Announcement) => {
      if (profileId === null && announcement.announced) unprofiled.set(baseUrl, announcement)
      if (profileId === null) return
      const old = findService(profileId, baseUrl)
      services.set(profileId, { profileId, baseUrl, ...announcement })
      const stored = pick(announcement, ['announced', ...storedFeatures])
      if (old && namesOf(stored).every((name) => old[name] === stored[name])) return
      save({ profileId, baseUrl, ...stored })
    },
  }
}

/** Records what a response announces about its service. */
export function rememberAnnouncement(services: AnnouncedServices, { outgoing, sent }: Exchange): void {
  const { profile, baseUrl } = outgoing.about
  const announced = sent.ok ? readAnnouncement(sent.response) : null
  if (!sent.ok || announced === null) return
  const features = byName(namesOf(extensions), (name) => announcesExtension(sent.response, extensions[name]))
  services.learn(profile?.id ?? null, baseUrl, { announced, ...features })
}
