import { announcementIn } from '../client/answer.ts'
import type { Exchange } from '../client/send.ts'
import type { Database } from './open.ts'

/** Which services have announced that they are ours and take the same `Idempotency-Key` twice, by profile and base URL. */
export interface AnnouncedServices {
  /** `null` for a service that was tried before it had a profile: that is known until the app is closed. */
  learn: (profileId: string | null, baseUrl: string, announced: boolean) => void
  /** `null` while no answer of the service has been seen. */
  has: (profileId: string, baseUrl: string) => boolean | null
}

export function createAnnouncedServices({ sql, writable }: Database): AnnouncedServices {
  const tried = new Set<string>()
  const has: AnnouncedServices['has'] = (profileId, baseUrl) => {
    const row = sql
      .prepare('SELECT idempotent FROM services WHERE profile_id = ? AND base_url = ?')
      .get(profileId, baseUrl)
    if (row) return row['idempotent'] === 1
    return tried.has(baseUrl) ? true : null
  }
  return {
    has,
    learn: (profileId, baseUrl, announced) => {
      if (profileId === null && announced) tried.add(baseUrl)
      if (profileId === null || !writable || has(profileId, baseUrl) === announced) return
      sql
        .prepare(
          `INSERT INTO services (profile_id, base_url, idempotent) VALUES (?, ?, ?)
           ON CONFLICT (profile_id) DO UPDATE SET base_url = excluded.base_url, idempotent = excluded.idempotent`,
        )
        .run(profileId, baseUrl, announced ? 1 : 0)
    },
  }
}

/** Keeps what an answer tells of its service. */
export function learnAnnouncement(services: AnnouncedServices, { outgoing, sent }: Exchange): void {
  const { profile, baseUrl } = outgoing.about
  const announced = sent.ok ? announcementIn(sent.answer) : null
  if (announced !== null) services.learn(profile?.id ?? null, baseUrl, announced)
}
