import { readAnnouncement, announcesVisits } from '../client/response.ts'
import type { Exchange } from '../client/sender.ts'
import type { Database } from './openDatabase.ts'

/** What a service has said of itself. */
export interface KeptService {
  profileId: string
  baseUrl: string
  announced: boolean
  /** Whether it reports visits. */
  visits: boolean
}

/** The same in the library's file. Of a library from a newer version it can only be read. */
export interface KeptServices {
  list: () => KeptService[]
  save: (service: KeptService) => void
}

type Announcement = Pick<KeptService, 'announced' | 'visits'>

/** Which services have announced that they are ours and take the same `Idempotency-Key` twice, and what else, by profile and base URL. */
export interface AnnouncedServices {
  /** `null` for a service that was tried before it had a profile: that is known until the app is closed. */
  learn: (profileId: string | null, baseUrl: string, said: Announcement) => void
  /** `null` while no answer of the service has been seen. */
  has: (profileId: string, baseUrl: string) => boolean | null
  /** Whether it has announced that it reports visits. */
  reportsVisits: (profileId: string, baseUrl: string) => boolean
  /** Learns what the file holds. */
  load: (kept: readonly KeptService[]) => void
}

export function createKeptServices({ sql, writable }: Database): KeptServices {
  return {
    list: () =>
      sql
        .prepare('SELECT profile_id, base_url, idempotent, visits FROM services')
        .all()
        .map((row) => ({
          profileId: row['profile_id'] as string,
          baseUrl: row['base_url'] as string,
          announced: row['idempotent'] === 1,
          visits: row['visits'] === 1,
        })),
    save: ({ profileId, baseUrl, announced, visits }) => {
      if (!writable) return
      sql
        .prepare(
          `INSERT INTO services (profile_id, base_url, idempotent, visits) VALUES (?, ?, ?, ?)
           ON CONFLICT (profile_id) DO UPDATE
           SET base_url = excluded.base_url, idempotent = excluded.idempotent, visits = excluded.visits`,
        )
        .run(profileId, baseUrl, announced ? 1 : 0, visits ? 1 : 0)
    },
  }
}

/** There are as many as profiles, and they are asked for at every request, so they are at hand; `save` writes down what is new. */
export function createAnnouncedServices(save: (service: KeptService) => void): AnnouncedServices {
  const tried = new Set<string>()
  const known = new Map<string, KeptService>()
  const knownAt = (profileId: string, baseUrl: string) => {
    const service = known.get(profileId)
    return service?.baseUrl === baseUrl ? service : null
  }
  return {
    has: (profileId, baseUrl) => knownAt(profileId, baseUrl)?.announced ?? (tried.has(baseUrl) ? true : null),
    reportsVisits: (profileId, baseUrl) => knownAt(profileId, baseUrl)?.visits ?? false,
    load: (kept) => {
      for (const service of kept) known.set(service.profileId, service)
    },
    learn: (profileId, baseUrl, announcement) => {
      if (profileId === null && announcement.announced) tried.add(baseUrl)
      if (profileId === null) return
      const old = knownAt(profileId, baseUrl)
      if (old?.announced === announcement.announced && old.visits === announcement.visits) return
      const service = { profileId, baseUrl, ...announcement }
      known.set(profileId, service)
      save(service)
    },
  }
}

/** Keeps what an answer tells of its service. */
export function rememberAnnouncement(services: AnnouncedServices, { outgoing, sent }: Exchange): void {
  const { profile, baseUrl } = outgoing.about
  const announced = sent.ok ? readAnnouncement(sent.answer) : null
  if (!sent.ok || announced === null) return
  services.learn(profile?.id ?? null, baseUrl, { announced, visits: announcesVisits(sent.answer) })
}
