import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { offeredBackups, rememberOffers } from '../library/backupOffers.ts'
import { forEachBatch } from '../library/collection/changeAll.ts'
import type { AppServices } from '../appServices.ts'

export function backupHandlers(parts: AppServices) {
  const { copies, restores, jobs, notices } = parts
  return {
    'backups.list': async () => ok(await restores.list()),
    'backups.preview': async ({ backup }) => {
      const preview = await restores.preview(backup)
      return preview ? ok(preview) : fail({ code: 'backup_not_usable' })
    },
    'backups.restore': async ({ backup }) => {
      const links = await restore(parts, backup)
      return links === null ? fail({ code: 'backup_not_usable' }) : ok({ links })
    },
    'backups.make': () =>
      jobs.during('backUp', async ({ signal }) => {
        const abandon = () => void copies.abandonNow().catch(() => undefined)
        signal.addEventListener('abort', abandon, { once: true })
        const outcome = await copies.backUpNow(offeredBackups(notices))
        if (outcome === 'no room')
          return fail({ code: 'storage_failed', detail: 'There isn’t enough free disk space for a copy.' })
        return ok({ backup: outcome === 'no links' ? null : outcome, cancelled: outcome === null })
      }),
  } satisfies Partial<Handlers>
}

/** Returns the number of added links, or `null` if the backup can't be used. */
function restore(
  { restores, jobs, notices, settings, reloadServices }: AppServices,
  backup: string,
): Promise<number | null> {
  return jobs.during('restore', async (work) => {
    const started = await restores.begin(backup)
    if (!started) return null
    try {
      const added = await forEachBatch(work, started.links, () => restores.step(started.id))
      // After the links, the restore adds runs and more.
      if (added >= started.links && !work.signal.aborted) {
        notices.dismissBackup(backup)
        await rememberOffers(settings, notices)
      }
      return added
    } finally {
      await restores.end(started.id)
      await reloadServices()
    }
  })
}
